// Applies what happened at the Worker since the last request, page by page. The cursor moves after a page was
// applied, so after a crash a page is applied twice, which changes nothing.
import * as z from 'zod'
import { tokenOwner } from '../../../accounts/token-vault.ts'
import type { AccountRecord } from '../../../ports/account-store.ts'
import type { CloudConnection } from '../../connection/connection.ts'
import { applyRepostChanges } from '../reposts/apply-repost-changes.ts'
import { redelegateAll } from '../reposts/delegate.ts'
import { cloudTokenOwner, type WorkerChanges, type JobView } from '../../protocol/protocol.ts'
import { addUnknownJob } from './add-unknown-job.ts'
import { applyJobState } from './apply-job-state.ts'
import type { NoAnswer } from '../../ownership/ownership.ts'
import type { HandoverDeps } from '../handover-deps.ts'
import { fingerprintOf } from '../register-account.ts'

const MOST_PAGES = 20
const CURSOR = 'cloudCursor'
/** The cursor of one Worker: another Worker counts from its own start. */
const Cursor = z.object({ keyId: z.string(), until: z.int().min(0) })

/** Null when everything was applied; otherwise what came instead of an answer. */
export async function applyChanges(
  deps: HandoverDeps,
  connection: CloudConnection,
): Promise<NoAnswer | null> {
  let since = await readCursor(deps, connection)
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const reply = await connection.worker.changes(since)
    if (reply.kind !== 'ok') return reply
    const { jobs, accounts, until, hasMore } = reply.value
    if (until < since) await forgetEverythingSent(deps)
    await applyRepostChanges(deps, connection, reply.value)
    for (const view of jobs) await applyJob(deps, connection, view)
    for (const news of accounts) {
      await applyToken(deps, connection, news)
      await applyBackoff(deps, news)
    }
    if (until !== since) await deps.settings.put({ [CURSOR]: { keyId: connection.keyId, until } })
    since = until
    if (!hasMore) break
  }
  return null
}

async function readCursor({ settings }: HandoverDeps, { keyId }: CloudConnection): Promise<number> {
  const stored = Cursor.safeParse(await settings.get(CURSOR))
  return stored.success && stored.data.keyId === keyId ? stored.data.until : 0
}

/** The Worker has lost its memory: it knows no account any more. */
async function forgetEverythingSent(deps: HandoverDeps): Promise<void> {
  const { registeredAccounts } = deps
  await redelegateAll(deps)
  for (const accountId of (await registeredAccounts.list()).keys()) await registeredAccounts.remove(accountId)
}

export async function applyJob(
  deps: HandoverDeps,
  connection: CloudConnection,
  view: JobView,
): Promise<void> {
  const { jobId } = view
  try {
    await deps.mutex.runExclusive(jobId, async () => {
      const handover = await deps.handovers.get(jobId)
      // What was released here must not run there: a late request has put it there after all.
      if (handover?.phase === 'ended' && view.state === 'waiting') await connection.worker.cancelJob(jobId)
      else if (handover || (await addUnknownJob(deps, connection, view)))
        await applyJobState(deps, jobId, view)
    })
  } catch (error) {
    deps.log.error('a change from the Worker could not be applied', { jobId, error })
  }
}

type News = WorkerChanges['accounts'][number]

async function applyToken(deps: HandoverDeps, connection: CloudConnection, news: News): Promise<void> {
  const { accounts, vault, log, registeredAccounts } = deps
  const account = await accounts.get(news.accountId)
  if (!account || !isNewer(news, account)) return
  const token = await connection.vault.open(news.sealedToken, cloudTokenOwner(account.id))
  if (token === null) return log.warn('a token from the Worker cannot be read', { accountId: account.id })
  const sealedToken = await vault.seal(token, tokenOwner(account.id))
  const { tokenIssuedAt, tokenExpiresAt } = news
  const change = { sealedToken, tokenIssuedAt, tokenExpiresAt }
  const updated = await accounts.update(account.id, change, account.sealedToken)
  // It comes from there, so it is registered.
  if (updated) await registeredAccounts.put(account.id, await fingerprintOf(deps, connection, updated))
}

const learnedBackoff = (accountId: string) => `workerBackoff:${accountId}`

/**
 * * The platform blocks the account, whoever publishes for it. The Worker does not end a backoff that began here, so
 * the one that it reported is stored.
 */
async function applyBackoff({ accounts, settings }: HandoverDeps, { accountId, pausedUntil }: News) {
  const account = await accounts.get(accountId)
  if (!account || pausedUntil === undefined) return
  if (pausedUntil === null) {
    const learned = await settings.get(learnedBackoff(accountId))
    if (learned !== null && learned === account.pausedUntil)
      await accounts.update(accountId, { pausedUntil: null })
  } else if (pausedUntil > (account.pausedUntil ?? 0)) {
    // Stored first: a crash between the two writes leaves nothing that could not be ended.
    await settings.put({ [learnedBackoff(accountId)]: pausedUntil })
    await accounts.update(accountId, { pausedUntil })
  }
}

/** A token that was issued later. Where it is unknown when ours was issued, the one that lasts longer. */
function isNewer(news: News, account: AccountRecord): boolean {
  if (news.tokenIssuedAt === null) return false
  if (account.tokenIssuedAt !== null) return news.tokenIssuedAt > account.tokenIssuedAt
  return account.tokenExpiresAt !== null && (news.tokenExpiresAt ?? 0) > account.tokenExpiresAt
}
