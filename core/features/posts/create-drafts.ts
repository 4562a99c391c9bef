// Many drafts in one request: all that can be saved are saved in one transaction.
import { madeBefore, type Repeatable } from '../../api/idempotency.ts'
import { PublishablePost, type PostBody } from '../../api/posts.ts'
import type { ManyDraftsBody, ManyDraftsResultBody } from '../../api/post-drafts.ts'
import { CodedError, codedErrorOf } from '../../coded-error.ts'
import { issueSentence } from '../../issue-sentence.ts'
import type { PostRecord } from '../../ports/posts/post-store.ts'
import type { AcceptedPost } from '../../ports/posts/publication-ledger.ts'
import { OVERTAKEN, retryWhileOvertaken } from '../../retry-while-overtaken.ts'
import type { ProblemBody } from '../../api/validate.ts'
import type { ChangeDeps } from './change-deps.ts'
import { contentOf } from './content/post-content.ts'
import { checkPost } from './content/validate.ts'
import { newPost } from './new-post.ts'

/** A saved draft, or why it was not saved. Both are missing for one that others of its batch kept out. */
interface DraftOutcome {
  readonly post: PostRecord | null
  readonly problems: readonly ProblemBody[]
}

export async function createDrafts(
  deps: ChangeDeps,
  { posts, atomic }: ManyDraftsBody,
  request?: Repeatable,
): Promise<DraftOutcome[]> {
  return retryWhileOvertaken(async () => {
    const outcomes: DraftOutcome[] = []
    const drafts: AcceptedPost[] = []
    for (const [index, given] of posts.entries()) {
      const part = request && { ...request, part: index + 1 }
      const made = part && madeBefore(part)
      const outcome = made ? await readMade(deps, made.id) : await planDraft(deps, given)
      if (!made && outcome.post) drafts.push({ post: outcome.post, recorded: { request: part } })
      outcomes.push(outcome)
    }
    const isHeldBack = atomic && outcomes.some(({ post }) => post === null)
    if (isHeldBack) return outcomes.map(({ problems }) => ({ post: null, problems }))
    return drafts.length === 0 || (await acceptAll(deps, drafts)) ? outcomes : OVERTAKEN
  })
}

export async function showDrafts(
  outcomes: readonly DraftOutcome[],
  show: (post: PostRecord) => Promise<PostBody>,
): Promise<ManyDraftsResultBody> {
  const results: ManyDraftsResultBody['results'] = []
  for (const { post, problems } of outcomes)
    results.push({ post: post && (await show(post)), problems: [...problems] })
  return { saved: results.filter(({ post }) => post !== null).length, results }
}

/** False when a file was deleted since it was looked at. */
async function acceptAll({ ledger }: ChangeDeps, drafts: readonly AcceptedPost[]): Promise<boolean> {
  try {
    return await ledger.acceptAll(drafts)
  } catch (error) {
    if (error instanceof CodedError && error.code === 'MEDIA_INVALID') return false
    throw error
  }
}

/** It may be published or deleted since. */
async function readMade({ posts }: ChangeDeps, id: string): Promise<DraftOutcome> {
  const post = await posts.get(id)
  return post ? { post, problems: [] } : refused(new CodedError('NOT_FOUND', 'Post not found.'))
}

async function planDraft(deps: ChangeDeps, given: ManyDraftsBody['posts'][number]): Promise<DraftOutcome> {
  const { data, error } = PublishablePost.safeParse(given)
  if (!data) {
    const [issue] = error.issues
    const field = String(issue?.path[0] ?? 'body')
    return { post: null, problems: [{ code: 'VALIDATION_ERROR', field, message: issueSentence(issue) }] }
  }
  try {
    const content = contentOf(data)
    await checkPost(deps, content, 'draft')
    const { userId, random, clock } = deps
    return {
      post: newPost(content, { id: random.uuid(), userId, status: 'DRAFT', now: clock.now() }),
      problems: [],
    }
  } catch (thrown) {
    return refused(codedErrorOf(thrown))
  }
}

function refused({ code, message }: CodedError): DraftOutcome {
  return { post: null, problems: [{ code, field: 'post', message }] }
}
