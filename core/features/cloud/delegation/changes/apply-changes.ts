// Applies what happened at the Worker since the last request, page by page. The cursor moves after a page was
// applied, so after a crash a page is applied twice, which changes nothing. It stays before what cannot be read or stored: another
// version of this program may be able to, and the Worker forgets nothing that follows it.
import type { NoAnswer } from '../../../../engine/worker/worker-link.ts'
import * as z from 'zod'
import type { CloudConnection } from '../../connection/connection.ts'
import { applyRepostChanges } from '../reposts/apply-repost-changes.ts'
import { redelegateAll } from '../reposts/delegate.ts'
import type { AccountNews, JobView } from '../../../../engine/worker/protocol.ts'
import { applyInsights } from './apply-insights.ts'
import { addUnknownJob } from './add-unknown-job.ts'
import { applyJobState } from './apply-job-state.ts'
import { isStored } from './is-stored.ts'
import { isSameWorker, underKey } from '../../../../rules/ownership/ownership.ts'
import { takePause } from '../account-pauses.ts'
import { requireDone } from '../worker-requests.ts'
import type { DelegationDeps } from '../delegation-deps.ts'

const MOST_PAGES = 20
const CURSOR = 'cloudCursor'
/**
 * The cursor of one Worker: another Worker counts from its own start. `readTo`: how far a round read past what it could not
 * read, when more was left than one round asks for; the next round continues there.
 */
const Cursor = z.object({ keyId: z.string(), until: z.int().min(0), readTo: z.int().optional() })

/** Null when everything was applied; otherwise what came instead of an answer. One at a time: two would move the same cursor. */
export function applyChanges(deps: DelegationDeps, connection: CloudConnection): Promise<NoAnswer | null> {
  return deps.mutex.runExclusive('changes', () => applyPages(deps, connection))
}

async function applyPages(deps: DelegationDeps, connection: CloudConnection): Promise<NoAnswer | null> {
  const { keyId } = connection
  const before = await readCursor(deps, connection)
  let cursor = before.until
  let since = before.readTo ?? cursor
  let hasMore = true
  for (let page = 0; hasMore && page < MOST_PAGES; page += 1) {
    const reply = await connection.worker.changes(since, cursor)
    if (reply.kind !== 'ok') return reply
    const { jobs, accounts, insights = [], until, isWhole = true } = reply.value
    if (!isWhole) deps.log.error('some of the changes from the Worker cannot be read')
    if (until < since) {
      // The Worker has lost its data, and counts from its own start.
      await redelegateAll(deps)
      await checkPosts(deps, connection)
      await deps.registration.forgetAll()
      await deps.settings.put({ [CURSOR]: { keyId, until: 0 } })
      cursor = since = 0
    }
    // In this order: a record comes before the post that reposts it.
    const stored = [await applyRepostChanges(deps, connection, reply.value)]
    for (const view of jobs) stored.push(await applyJob(deps, connection, view))
    for (const news of insights) stored.push(await applyInsights(deps, news))
    for (const news of accounts) stored.push(await applyNews(deps, connection, news))
    const areStored = stored.every(Boolean)
    const isAllRead = isWhole && areStored && since === cursor
    if (isAllRead && until !== since) await deps.settings.put({ [CURSOR]: { keyId, until } })
    if (isAllRead) cursor = until
    since = until
    ;({ hasMore } = reply.value)
  }
  const readTo = hasMore && since !== cursor ? { readTo: since } : {}
  if (readTo.readTo !== before.readTo)
    await deps.settings.put({ [CURSOR]: { keyId, until: cursor, ...readTo } })
  return null
}

/** Before its time, a post that the Worker no longer knows can still be published from here. */
async function checkPosts({ handovers, clock }: DelegationDeps, { keyId }: CloudConnection): Promise<void> {
  for (const { id } of await handovers.open())
    await handovers.change(id, ({ handover: { ownership, asked } }) =>
      ownership.state === 'worker' && isSameWorker(ownership.keyId, keyId) && asked === null
        ? { change: { nextAt: clock.now() } }
        : null,
    )
}

async function readCursor({ settings }: DelegationDeps, { keyId }: CloudConnection) {
  const { data } = Cursor.safeParse(await settings.get(CURSOR))
  return data?.keyId === keyId ? data : { until: 0, readTo: undefined }
}

/** False when it could not be stored. */
export async function applyJob(
  deps: DelegationDeps,
  connection: CloudConnection,
  view: JobView,
): Promise<boolean> {
  const { jobId } = view
  return isStored(deps, ['a change from the Worker could not be applied', { jobId }], () =>
    deps.mutex.runExclusive(jobId, async () => {
      const handover = await deps.handovers.get(jobId)
      // What was released here must not run there: a late request has put it there after all.
      if (handover?.isEnded && view.state === 'waiting') requireDone(await connection.worker.cancelJob(jobId))
      else if (handover || (await addUnknownJob(deps, connection, view))) {
        await deps.handovers.change(jobId, (stored) => {
          const ownership = underKey(stored.handover.ownership, connection.keyId)
          return ownership && { change: { ownership } }
        })
        await applyJobState(deps, jobId, view)
      }
    }),
  )
}

async function applyNews(
  deps: DelegationDeps,
  connection: CloudConnection,
  news: AccountNews,
): Promise<boolean> {
  const { accountId } = news
  const failure = 'changes of an account from the Worker could not be applied'
  return isStored(deps, [failure, { accountId }], async () => {
    await deps.registration.takeToken(connection, news)
    await takePause(deps, connection, news)
  })
}
