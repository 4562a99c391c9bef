import { CodedError } from '../../coded-error.ts'
import type { PostRecord } from '../../ports/posts/post-store.ts'
import type { JobRecord } from '../../ports/posts/job-record.ts'
import type { KeyedRequest } from '../../ports/request-store.ts'
import { OVERTAKEN, retryWhileOvertaken } from '../../retry-while-overtaken.ts'
import type { ChangeDeps } from './change-deps.ts'
import { isWanted, requireVersion, type WantedVersions } from '../../api/post-version.ts'
import { shownStatus } from '../../rules/publication/awaits-link.ts'
import { publishJob } from './new-post.ts'
import { goesOnAt, planRetry } from './post-updates.ts'
import { FAILED_WITHOUT_FILE } from '../../rules/content/lost-files.ts'
import { requirePost } from './show-post.ts'
import { checkAccess, findFileProblem, type CheckDeps } from './content/validate.ts'

/** Queues a FAILED post again, on the same record. Of several retries at once, one succeeds. Resolves with the post. */
export async function retryPost(
  deps: ChangeDeps,
  id: string,
  { request, wanted }: { readonly request?: KeyedRequest | undefined; readonly wanted?: WantedVersions } = {},
): Promise<PostRecord> {
  let expected = wanted
  return retryWhileOvertaken(async () => {
    const prepared = await prepareRetry(deps, id, expected)
    if (prepared === OVERTAKEN) {
      // The version that was meant is the one before the Worker has told what it knows.
      expected = undefined
      return OVERTAKEN
    }
    const { post, job } = prepared
    const plan = planRetry(job, request)
    const updated = await deps.ledger.update(id, (stored) =>
      isWanted(stored.post, expected) ? plan(stored) : null,
    )
    if (!updated) return OVERTAKEN
    deps.wake()
    return { ...post, status: 'QUEUED', nextAttemptAt: goesOnAt(post, job.createdAt) }
  })
}

/** Checks that it can be retried, once nothing of it is at the Worker. */
export async function prepareRetry(
  deps: ChangeDeps,
  id: string,
  wanted?: WantedVersions,
): Promise<{ readonly post: PostRecord; readonly job: JobRecord } | typeof OVERTAKEN> {
  const post = await requireFailedPost(deps, id)
  requireVersion(post, wanted)
  await checkAccount(deps, post.platformAccountId)
  if (post.handover !== null) {
    // Only the Worker may publish it until it has released it; its report may say that the post is live.
    await deps.cloud.recall(post)
    return OVERTAKEN
  }
  const last = await deps.ledger.latestPublication(id)
  // What was or may have been sent is looked for first, and may turn out to be live: that needs no file.
  if (!last?.intent) await checkFiles(deps, post)
  return { post, job: publishJob(post, deps.random, deps.clock.now()) }
}

async function requireFailedPost(
  { posts, clock }: Pick<ChangeDeps, 'posts' | 'clock'>,
  id: string,
): Promise<PostRecord> {
  const post = await requirePost(posts, id)
  if (post.status === 'FAILED') return post
  const status = shownStatus(post, clock.now())
  throw new CodedError('INVALID_STATUS', `This post is ${status}; only a FAILED post can be retried.`)
}

async function checkAccount(
  { accounts, clock }: Pick<ChangeDeps, 'accounts' | 'clock'>,
  accountId: string,
): Promise<void> {
  const account = await accounts.get(accountId)
  if (account) return checkAccess(account, clock)
  throw new CodedError(
    'NOT_FOUND',
    'The account of this post was disconnected, so it cannot be retried. Connect it again and create a new post.',
  )
}

/** Checks the files; this endpoint calls every problem of one MEDIA_INVALID. */
async function checkFiles(deps: CheckDeps, post: PostRecord): Promise<void> {
  // The file is at the platform itself; only the platform knows whether it still is.
  if (post.remoteMedia) return
  const problem =
    post.mediaFileIds.length === 0 ? FAILED_WITHOUT_FILE : (await findFileProblem(deps, post))?.message
  if (problem !== undefined) throw new CodedError('MEDIA_INVALID', problem)
}
