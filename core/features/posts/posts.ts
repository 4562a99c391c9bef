// What requests can do with posts: each use case bound to what it needs, replying as the contract shows it. Scheduled
// posts belong to `core/features/scheduling/scheduling.ts`.
import type { ManyDraftsBody } from '../../api/post-drafts.ts'
import type { AttemptBody } from '../../api/post-history.ts'
import type { DraftPatchBody, PublishablePostBody } from '../../api/posts.ts'
import { madeBefore, type Repeatable } from '../../api/idempotency.ts'
import type { DeletedPost, ListedPosts, PostFilter, PostRecord } from '../../ports/posts/post-store.ts'
import type { AttemptStep } from '../../ports/posts/job-record.ts'
import { toIso, toIsoOrNull, type Instant } from '../../time.ts'
import { awaitsLink } from '../../rules/publication/awaits-link.ts'
import { pageOfPosts } from './bodies/page-of-posts.ts'
import type { KeyedRequest } from '../../ports/request-store.ts'
import type { DataRevision } from '../../ports/system.ts'
import type { PostWarnings } from '../scheduling/post-warnings.ts'
import type { ChangeDeps } from './change-deps.ts'
import { contentOf } from './content/post-content.ts'
import { safeLink } from '../../rules/content/safe-link.ts'
import { checkPost } from './content/validate.ts'
import { deleteFromPlatform, type PlatformDeletionDeps } from './delete-from-platform.ts'
import { deletePost } from './delete-post.ts'
import { createDrafts, showDrafts } from './create-drafts.ts'
import { createDraft, editDraft, publishDraft } from './drafts.ts'
import { newPost, publishJob } from './new-post.ts'
import type { WantedVersions } from '../../api/post-version.ts'
import { retryPost } from './retry.ts'
import { postBody, queuedBody, readDelays, requirePost, showPost, type ShowDeps } from './show-post.ts'

export type PostsDeps = ChangeDeps & ShowDeps & PlatformDeletionDeps

/** Pages count from 1. */
interface PageQuery {
  readonly page: number
  readonly limit: number
}

type PostQuery = PageQuery & PostFilter

export function createPosts(deps: PostsDeps, warnings: PostWarnings) {
  const { posts, ledger, accounts, clock } = deps
  const show = (post: PostRecord) => showPost(deps, post)
  const showAccepted = async (post: PostRecord) => {
    const delayed = await readDelays(accounts, clock)
    return queuedBody(delayed(await warnings.tell(post)))
  }
  /** What an earlier handling of the request made, else what `work` makes. */
  const once = async (request: Repeatable | undefined, work: () => Promise<PostRecord>) => {
    const made = request && madeBefore(request)
    return made ? requirePost(posts, made.id) : work()
  }
  return {
    publishNow: async (body: PublishablePostBody, request?: Repeatable) =>
      showAccepted(await once(request, () => publishNow(deps, body, request))),
    createDraft: async (body: PublishablePostBody, request?: Repeatable) =>
      show(await once(request, () => createDraft(deps, body, request))),
    createDrafts: async (body: ManyDraftsBody, request?: Repeatable) =>
      showDrafts(await createDrafts(deps, body, request), show),
    editDraft: async (id: string, patch: DraftPatchBody, wanted?: WantedVersions) =>
      show(await editDraft(deps, id, patch, wanted)),
    publishDraft: async (id: string, wanted?: WantedVersions, request?: Repeatable) =>
      showAccepted(await once(request, () => publishDraft(deps, id, { request, wanted }))),
    retry: async (id: string, wanted?: WantedVersions, request?: Repeatable) =>
      showAccepted(await once(request, () => retryPost(deps, id, { request, wanted }))),
    show: async (id: string) => show(await requirePost(posts, id)),
    async list({ page, limit, ...filter }: PostQuery) {
      const now = clock.now()
      const listed = await posts.list({ ...filter, limit, offset: (page - 1) * limit, now })
      return pageOfPosts(await readDelays(accounts, clock), listed, { page, limit, now })
    },
    /**
     * The state that lists of posts are made from: the same until something is written. Null while an account backs off or a
     * post awaits its link: both end without a write.
     */
    async listState(revision: () => DataRevision) {
      // Read first: a backoff that begins meanwhile changes it.
      const { data } = revision()
      const now = clock.now()
      const changes = (await accounts.backoffs(now)).size > 0 || (await posts.isAnyAwaitingLink(now))
      return changes ? null : data
    },
    /** Posts that ended since then, oldest first; `until` is the next `since`. */
    async listCompleted({ since, limit }: { readonly since: Instant; readonly limit: number }) {
      const listed = await posts.listCompleted({ since, limit })
      const now = clock.now()
      const { records, total } = beforeFirstWaiting(listed, now)
      const until = toIso(records.at(-1)?.completedAt ?? since)
      const page = records.map((record) => postBody(record, now))
      return { posts: page, total, hasMore: total > records.length, until }
    },
    async listDeleted({ page, limit }: PageQuery) {
      const offset = (page - 1) * limit
      const { records, total } = await posts.listDeleted({ limit, offset })
      const now = clock.now()
      const shown = records.map((record) => deletedBody(record, now))
      return { posts: shown, total, page, limit, hasMore: offset + shown.length < total }
    },
    async listAttempts(id: string) {
      await requirePost(posts, id)
      const attempts = (await ledger.listAttempts(id)).map(attemptBody)
      return { attempts, hasMore: false }
    },
    delete: (id: string, wanted?: WantedVersions) => deletePost(deps, id, wanted),
    deleteFromPlatform: (id: string, wanted?: WantedVersions) => deleteFromPlatform(deps, id, wanted),
  }
}

export type Posts = ReturnType<typeof createPosts>

/** Accepts a post for publishing at once. Post and job are durable when this resolves. */
export async function publishNow(
  deps: ChangeDeps,
  body: PublishablePostBody,
  request?: KeyedRequest,
): Promise<PostRecord> {
  const given = contentOf(body)
  const { options } = await checkPost(deps, given, 'publish')
  const content = { ...given, options }
  const now = deps.clock.now()
  const post = newPost(content, { id: deps.random.uuid(), userId: deps.userId, status: 'QUEUED', now })
  await deps.ledger.accept(post, publishJob(post, deps.random, now), { request })
  deps.wake()
  return post
}

/** Without the first post that awaits its link and all after it: a cursor that passed it would never come back to it. */
function beforeFirstWaiting({ records, total }: ListedPosts, now: Instant): ListedPosts {
  const first = records.findIndex((record) => awaitsLink(record, now))
  return first === -1 ? { records, total } : { records: records.slice(0, first), total: first }
}

function deletedBody({ post, deletedAt, deletedFrom, permalink }: DeletedPost, now: Instant) {
  return {
    post: postBody(post, now),
    deletedAt: toIso(deletedAt),
    deletedFrom,
    permalink: safeLink(permalink),
  }
}

/** One outside call of a publication as the contract shows it. */
function attemptBody(step: AttemptStep): AttemptBody {
  return { ...step, at: toIso(step.at), nextAt: toIsoOrNull(step.nextAt) }
}
