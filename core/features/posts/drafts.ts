// Drafts: posts that the user still works on. The platform is not contacted. A change names the version that it read;
// when another request was faster, everything is read and decided again, so that no two versions are ever mixed.
import type { DraftPatchBody, PublishablePostBody } from '../../api/posts.ts'
import { CodedError } from '../../coded-error.ts'
import type { PostRecord, PostStore } from '../../ports/posts/post-store.ts'
import type { KeyedRequest } from '../../ports/request-store.ts'
import { OVERTAKEN, retryWhileOvertaken } from '../../retry-while-overtaken.ts'
import type { ChangeDeps } from './change-deps.ts'
import { newPost, publishJob } from './new-post.ts'
import { boundToItsAccount, planDraft } from './post-updates.ts'
import { contentOf, toPatchedContent } from './content/post-content.ts'
import { nextVersionAt, requireVersion, type WantedVersions } from '../../api/post-version.ts'
import { requirePost } from './show-post.ts'
import { checkPost, checkSizes } from './content/validate.ts'

export async function createDraft(
  deps: ChangeDeps,
  body: PublishablePostBody,
  request?: KeyedRequest,
): Promise<PostRecord> {
  const content = contentOf(body)
  await checkPost(deps, content, 'draft')
  const { userId, random, clock } = deps
  const post = newPost(content, { id: random.uuid(), userId, status: 'DRAFT', now: clock.now() })
  await deps.ledger.saveDraft(post, { request })
  return post
}

/** Changes the given keys. What results is checked as a whole. */
export async function editDraft(
  deps: ChangeDeps,
  id: string,
  patch: DraftPatchBody,
  wanted?: WantedVersions,
): Promise<PostRecord> {
  checkSizes(patch)
  return retryWhileOvertaken(async () => {
    const draft = await requireDraft(deps.posts, id, wanted)
    const content = toPatchedContent(draft, patch)
    await checkPost(deps, content, 'draft', draft)
    const movesAccount = content.platformAccountId !== draft.platformAccountId
    // Its next job looks for it among the media of its account.
    if (movesAccount && (await deps.ledger.marksNextJob(id))) throw boundToItsAccount()
    const edited = { ...draft, ...content, updatedAt: nextVersionAt(draft, deps.clock.now()) }
    return (await deps.ledger.update(id, planDraft(draft, edited, null))) ? edited : OVERTAKEN
  })
}

/** The draft itself is queued, with everything that its last acknowledged edit said. */
export async function publishDraft(
  deps: ChangeDeps,
  id: string,
  { request, wanted }: { readonly request?: KeyedRequest | undefined; readonly wanted?: WantedVersions } = {},
): Promise<PostRecord> {
  return retryWhileOvertaken(async () => {
    const draft = await requireDraft(deps.posts, id, wanted)
    const { options } = await checkPost(deps, draft, 'publish', draft)
    const now = deps.clock.now()
    const updatedAt = nextVersionAt(draft, now)
    const queued = { ...draft, options, status: 'QUEUED', warnings: null, updatedAt } as const
    const job = publishJob(draft, deps.random, now)
    if (!(await deps.ledger.update(id, planDraft(draft, queued, job, { request })))) return OVERTAKEN
    deps.wake()
    return queued
  })
}

/** Throws NOT_FOUND, INVALID_STATUS for a post that is no longer a draft, or INVALID_STATE for another version of it. */
export async function requireDraft(
  posts: PostStore,
  id: string,
  wanted?: WantedVersions,
): Promise<PostRecord> {
  const post = await requirePost(posts, id)
  if (post.status === 'DRAFT') {
    requireVersion(post, wanted)
    return post
  }
  throw new CodedError(
    'INVALID_STATUS',
    post.status === 'SCHEDULED'
      ? 'This post is already scheduled. Change it with PUT /schedule/{id}.'
      : `This post is already ${post.status}; only a DRAFT can be changed.`,
  )
}
