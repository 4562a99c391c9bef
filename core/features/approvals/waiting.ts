// Stored requests to send a draft, or to change or cancel a scheduled post, and which of them still wait. Only the request is stored.
// What became of it is derived: it waits while the draft is the version that was asked for, with the files that it had then, or while the
// same would become of the scheduled post, and while its key is valid. So revoking a key ends its requests with the very commit that
// revokes it.
import * as z from 'zod'
import type { Clock } from '../../ports/clock.ts'
import type { KeyStore } from '../../ports/key-store.ts'
import type { MediaStore } from '../../ports/media/media-store.ts'
import type { PostRecord, PostStore } from '../../ports/posts/post-store.ts'
import type { SettingsStore } from '../../ports/settings-store.ts'
import { APPROVAL_ACTIONS } from '../../api/access.ts'
import { CodedError } from '../../coded-error.ts'
import type { SchedulePatchBody } from '../../api/schedule/schedule.ts'
import { isUnsent } from '../../rules/publication/post-words.ts'
import type { Instant } from '../../time.ts'
import { toPatchedContent } from '../posts/content/post-content.ts'
import { takesAltTexts, zoneAfter } from '../scheduling/change-schedule.ts'
import { hashOf, readContentToSend, type ContentToSend } from './content-to-send.ts'

const ApprovalRequest = z.object({
  id: z.uuid(),
  postId: z.uuid(),
  action: z.enum(APPROVAL_ACTIONS).default('send'),
  /** As it was checked when it was asked for. If this version reads it otherwise, the hash is another, too. */
  change: z.record(z.string(), z.unknown()).default({}),
  /** The version of the draft: its `updatedAt`. */
  version: z.int(),
  contentHash: z.string(),
  /** Of `send`. Null: as soon as it is approved. */
  scheduledFor: z.int().nullable(),
  timezone: z.string(),
  /** Empty: the person's own page asked. */
  keyId: z.string(),
  requestedAt: z.int(),
  expiresAt: z.int(),
})
export type ApprovalRequest = z.infer<typeof ApprovalRequest>

export interface WaitingApproval {
  readonly request: ApprovalRequest
  readonly post: PostRecord
  readonly content: ContentToSend
  /** When it goes out, or would have. Null: as soon as it is approved. */
  readonly scheduledFor: Instant | null
  readonly timezone: string
}

export interface WaitingDeps {
  readonly settings: SettingsStore
  readonly posts: Pick<PostStore, 'get'>
  readonly media: Pick<MediaStore, 'getMany'>
  readonly keys: Pick<KeyStore, 'list'>
  readonly clock: Clock
}

const NAME = 'approvals'

/** Oldest first. What cannot be read does not count as a request: nothing is sent for it. */
export async function readRequests({ settings }: Pick<WaitingDeps, 'settings'>): Promise<ApprovalRequest[]> {
  const stored = z.array(z.unknown()).safeParse(await settings.get(NAME)).data ?? []
  return stored.flatMap((row) => ApprovalRequest.safeParse(row).data ?? [])
}

/** Those that still wait, with what they would send: all, or the meant ones. */
export async function listWaiting(
  deps: WaitingDeps,
  isMeant: (request: ApprovalRequest) => boolean = () => true,
): Promise<WaitingApproval[]> {
  const requests = (await readRequests(deps)).filter(isMeant)
  if (requests.length === 0) return []
  const valid = (await deps.keys.list()).filter(({ revokedAt }) => revokedAt === null)
  const mayAsk = new Set(['', ...valid.map(({ id }) => id)])
  const found = requests.map(async (request) => {
    const isOpen = mayAsk.has(request.keyId) && request.expiresAt > deps.clock.now()
    const post = isOpen ? await deps.posts.get(request.postId) : null
    if (post === null || !isStill(request, post)) return []
    const outcome = await readOutcome(deps.media, request, post)
    if (outcome?.contentHash !== request.contentHash) return []
    return (await isMade(deps.media, request, post)) ? [] : [{ request, post, ...outcome }]
  })
  return (await Promise.all(found)).flat()
}

type Asked = Pick<ApprovalRequest, 'action' | 'change' | 'scheduledFor' | 'timezone'>

/** Of a scheduled post only what would become of it counts: that the Worker has it by now changes nothing. */
function isStill({ action, version }: ApprovalRequest, { status, updatedAt }: PostRecord): boolean {
  return action === 'send' ? status === 'DRAFT' && updatedAt === version : isUnsent(status)
}

/** A change that the post has already, also by an approval after which nobody could forget the request. */
export async function isMade(
  media: WaitingDeps['media'],
  request: Asked & Pick<ApprovalRequest, 'contentHash'>,
  post: PostRecord,
): Promise<boolean> {
  if (request.action !== 'change') return false
  const asItIs = await readOutcome(media, { ...request, change: {} }, post)
  // The name of a place is not sent, and so not in the hash.
  const hasName = changedPost(post, request.change)?.locationName === post.locationName
  return hasName && asItIs?.contentHash === request.contentHash
}

/** What a person is asked to answer for, with its hash; null when what is stored cannot be read. */
export async function readOutcome(
  media: WaitingDeps['media'],
  { action, change, scheduledFor, timezone }: Asked,
  post: PostRecord,
) {
  if (action === 'send') {
    const content = await readContentToSend(media, post)
    return content && { content, scheduledFor, timezone, contentHash: await hashOf(content) }
  }
  // What is cancelled is the post as it is, whatever else the key has sent.
  const patch: SchedulePatchBody = action === 'change' ? change : {}
  const after = changedPost(post, patch)
  const content = after && (await readContentToSend(media, after, takesAltTexts(post, after, patch)))
  const planned = {
    scheduledFor: patch.scheduledFor ?? post.scheduledFor,
    timezone: zoneAfter(post, patch),
  }
  const contentHash = content && (await hashOf(content, action, planned.scheduledFor, planned.timezone))
  return content && contentHash !== null ? { content, ...planned, contentHash } : null
}

/** Null when the change no longer fits the post: it has the files of another kind by now. */
function changedPost(post: PostRecord, patch: SchedulePatchBody): PostRecord | null {
  try {
    return { ...post, ...toPatchedContent(post, patch) }
  } catch (error) {
    if (error instanceof CodedError) return null
    throw error
  }
}

export async function keepRequests(
  { settings }: Pick<WaitingDeps, 'settings'>,
  requests: readonly ApprovalRequest[],
): Promise<void> {
  await settings.put({ [NAME]: requests })
}
