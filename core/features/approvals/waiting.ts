// Stored requests to send a draft, and which of them still wait. Only the request is stored. What became of it is
// derived: it waits while the draft is the version that was asked for, with the files that it had then, and while its key
// is valid. So revoking a key ends its requests with the very commit that revokes it.
import * as z from 'zod'
import type { Clock } from '../../ports/clock.ts'
import type { KeyStore } from '../../ports/key-store.ts'
import type { MediaStore } from '../../ports/media/media-store.ts'
import type { PostRecord, PostStore } from '../../ports/posts/post-store.ts'
import type { SettingsStore } from '../../ports/settings-store.ts'
import { hashOf, readContentToSend, type ContentToSend } from './content-to-send.ts'

const ApprovalRequest = z.object({
  id: z.uuid(),
  postId: z.uuid(),
  /** The version of the draft: its `updatedAt`. */
  version: z.int(),
  contentHash: z.string(),
  /** Null: as soon as it is approved. */
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
    if (post?.status !== 'DRAFT' || post.updatedAt !== request.version) return []
    const content = await readContentToSend(deps.media, post)
    return content && (await hashOf(content)) === request.contentHash ? [{ request, post, content }] : []
  })
  return (await Promise.all(found)).flat()
}

export async function keepRequests(
  { settings }: Pick<WaitingDeps, 'settings'>,
  requests: readonly ApprovalRequest[],
): Promise<void> {
  await settings.put({ [NAME]: requests })
}
