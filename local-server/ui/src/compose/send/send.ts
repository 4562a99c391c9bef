// The requests that a composition becomes. A stored post is brought up to date first, so that what goes out is what is shown.
import type { PlatformAccountBody } from '../../../../../core/api/auth.ts'
import type { PostBody } from '../../../../../core/api/posts.ts'
import type { ScheduledBody } from '../../../../../core/api/schedule/schedule.ts'
import { parseResponse, api, withIdempotencyKey } from '../../api-client.ts'
import { ofVersion, type ShownVersion } from '../../shared/versions.ts'
import { bodyOf, editableContentOf, type Composition } from '../composition.ts'
import type { DraftKey } from '../draft-storage.ts'
import { withLostFiles, type FilesOfPost } from '../options.ts'

export type Action = 'save' | 'publish' | 'schedule' | 'change'

/** What a draft waits to do, or why it was given up: until it is tried again, or Nightpost is back. */
export type Wait = Action | 'filesMissing' | 'notSent'

export interface Order {
  readonly action: Action
  readonly draftKey: DraftKey
  readonly composition: Composition
  readonly account: PlatformAccountBody
  /** The stored post as it was shown; null for a new one. */
  readonly post: (ShownVersion & FilesOfPost) | null
  /** True when the stored post lacks something of the composition. */
  readonly isChanged: boolean
  /** It has other files than the stored post, or is of another kind. */
  readonly hasOtherFiles: boolean
  /** A stored time may be exacter than what is shown of it. */
  readonly keepsTime: boolean
  /** Time of publication; null: at once. Milliseconds since 1970. */
  readonly at: number | null
}

/** `requestKey`: of the requests that make a new post. */
type KeyedOrder = Order & { readonly requestKey: string | undefined }

export type SendResult =
  | { readonly kind: 'saved'; readonly post: PostBody }
  | { readonly kind: 'changed'; readonly post: PostBody }
  | { readonly kind: 'published'; readonly postId: string }
  | { readonly kind: 'scheduled'; readonly scheduled: ScheduledBody }

/** `onSaved` gets the post that was brought up to date, also when it is refused afterwards. */
export async function sendOrder(order: KeyedOrder, onSaved: (post: PostBody) => void): Promise<SendResult> {
  if (order.action === 'save') return { kind: 'saved', post: await saveDraft(order) }
  if (order.action === 'change') return { kind: 'changed', post: await changeScheduled(order) }
  const toSend = await bringUpToDate(order, onSaved)
  if (order.action === 'schedule') return { kind: 'scheduled', scheduled: await schedule(toSend) }
  return { kind: 'published', postId: (await publish(toSend)).postId }
}

async function bringUpToDate(order: KeyedOrder, onSaved: (post: PostBody) => void): Promise<KeyedOrder> {
  if (order.post === null || !order.isChanged) return order
  const post = await saveDraft(order)
  onSaved(post)
  return { ...order, post }
}

function saveDraft({ post, composition, account, requestKey }: KeyedOrder): Promise<PostBody> {
  const json = bodyOf(composition, account)
  if (post === null) return parseResponse(api.posts.draft.$post({ json }, withIdempotencyKey(requestKey)))
  return parseResponse(api.posts.draft[':id'].$put({ param: { id: post.id }, json }, ofVersion(post)))
}

function publish({ post, composition, account, requestKey }: KeyedOrder): Promise<{ postId: string }> {
  if (post === null) {
    const json = bodyOf(composition, account)
    return parseResponse(api.posts.publish.$post({ json }, withIdempotencyKey(requestKey)))
  }
  return parseResponse(api.posts.draft[':id'].publish.$post({ param: { id: post.id } }, ofVersion(post)))
}

function schedule(order: KeyedOrder): Promise<ScheduledBody> {
  const { post, composition, account, requestKey } = order
  const when = timeOf(order)
  if (post === null) {
    const json = { ...bodyOf(composition, account), ...when }
    return parseResponse(api.schedule.$post({ json }, withIdempotencyKey(requestKey)))
  }
  const draft = { param: { id: post.id }, json: when }
  return parseResponse(api.posts.draft[':id'].schedule.$post(draft, ofVersion(post)))
}

async function changeScheduled(order: Order): Promise<PostBody> {
  const { post, composition, account, hasOtherFiles, keepsTime } = order
  if (post === null) throw new Error('a new post is not scheduled yet')
  // Files that were deleted here may still be with the Worker: unless they are named, they stay.
  const content = hasOtherFiles
    ? bodyOf(composition, account)
    : editableContentOf(withLostFiles(composition, post), account)
  const json = { ...content, accountId: account.id, ...(keepsTime ? {} : timeOf(order)) }
  return parseResponse(api.schedule[':id'].$put({ param: { id: post.id }, json }, ofVersion(post)))
}

function timeOf({ at, composition }: Order) {
  return {
    scheduledFor: new Date(at ?? 0).toISOString(),
    timezone: composition.when?.timeZone ?? 'UTC',
  }
}
