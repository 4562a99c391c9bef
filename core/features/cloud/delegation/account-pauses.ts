// Backoffs of an account that both sides publish for. Each sends the other only what it learned from the platform, never what it received, so
// that a backoff ends with the side that learned of it.
import * as z from 'zod'
import type { AccountRecord, AccountStore } from '../../../ports/account-store.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { PostLedger } from '../../../ports/posts/publication-ledger.ts'
import type { SettingsStore } from '../../../ports/settings-store.ts'
import { isSameWorker } from '../../../rules/ownership/ownership.ts'
import type { Instant } from '../../../time.ts'
import type { CloudConnection } from '../connection/connection.ts'
import type { AccountNews } from '../../../engine/worker/protocol.ts'

const learnedPause = (accountId: string) => `workerBackoff:${accountId}`
/** Learned from one Worker: another one does not know of it. `own`: the shorter pause that had begun here. */
const Learned = z.object({ keyId: z.string(), until: z.number(), own: z.number().nullable() })

/** Applies what the Worker reports. It must not end a pause that began here, so the reported one is stored separately. */
export async function takePause(
  {
    accounts,
    settings,
    ledger,
    clock,
  }: {
    readonly accounts: AccountStore
    readonly settings: SettingsStore
    readonly ledger: Pick<PostLedger, 'endPause' | 'extendPause'>
    readonly clock: Clock
  },
  { keyId }: Pick<CloudConnection, 'keyId'>,
  { accountId, pausedUntil }: AccountNews,
): Promise<void> {
  const account = await accounts.get(accountId)
  if (!account) return
  const own = await ownPauseOf({ settings }, { keyId }, account)
  let applied = account.pausedUntil
  if (applied !== null && applied !== own && (pausedUntil ?? 0) < applied) {
    await ledger.endPause(accountId, { until: applied, now: clock.now(), left: own })
    applied = own
  }
  if (pausedUntil === null || pausedUntil <= (applied ?? 0)) return
  // Stored first: a crash between the two writes leaves nothing that could not be ended.
  await settings.put({ [learnedPause(accountId)]: { keyId, until: pausedUntil, own } })
  await ledger.extendPause(accountId, pausedUntil)
}

/** Call before the account is sent to a Worker that does not know it, nor any pause that was reported before. */
export async function adoptPause(
  { settings }: { readonly settings: Pick<SettingsStore, 'put'> },
  accountId: string,
): Promise<void> {
  await settings.put({ [learnedPause(accountId)]: null })
}

/** The pause that this computer learned of itself, or has adopted; it may be over. */
export async function ownPauseOf(
  { settings }: { readonly settings: Pick<SettingsStore, 'get'> },
  { keyId }: Pick<CloudConnection, 'keyId'>,
  { id, pausedUntil }: AccountRecord,
): Promise<Instant | null> {
  const { data: learned } = Learned.safeParse(await settings.get(learnedPause(id)))
  return learned?.until === pausedUntil && isSameWorker(learned.keyId, keyId) ? learned.own : pausedUntil
}
