// A token that has ended while this computer was off: the Worker renews it meanwhile, and tells of it with the first exchange. What
// the platform would refuse with the old one waits for that, and no longer.
import type { AccountRecord } from '../../../ports/account-store.ts'
import type { PlatformAccess } from '../../../ports/platform/platform.ts'
import { SECOND, type Duration, type Instant } from '../../../time.ts'
import { applyChanges } from './changes/apply-changes.ts'
import type { DelegationDeps } from './delegation-deps.ts'

/** A request of the Worker ends after ten seconds. */
const PATIENCE: Duration = 15 * SECOND
/**
 * Less than any wait for a network, after which there may be an answer; and enough for the steps up to a publish call, which is made
 * within seconds of its intent or not at all.
 */
const NOT_AGAIN_FOR: Duration = 8 * SECOND

/** `takeNews` is false when the Worker did not answer: it is asked again with the next step. */
export function createRenewedAccess(
  { accounts, clock, log, pause }: Pick<DelegationDeps, 'accounts' | 'clock' | 'log' | 'pause'>,
  accessTo: (accountId: string) => Promise<PlatformAccess>,
  takeNews: () => Promise<boolean>,
) {
  /** Tokens of which it told nothing: they have ended there, too. */
  const ended = new Set<string>()
  let waitedAt: number | null = null
  let underWay: Promise<boolean> | null = null
  const tryNews = () =>
    takeNews().catch((error: unknown) => {
      log.error('news of a token could not be taken over', { error })
      return false
    })
  return async (accountId: string): Promise<PlatformAccess> => {
    const account = await accounts.get(accountId)
    const isSoonAgain = waitedAt !== null && clock.monotonic() - waitedAt < NOT_AGAIN_FOR
    if (
      account &&
      mayBeRenewedThere(account, clock.now()) &&
      !ended.has(account.sealedToken) &&
      !isSoonAgain
    ) {
      underWay ??= tryNews().finally(() => {
        underWay = null
      })
      const isAnswered = await Promise.race([underWay, pause(PATIENCE).then(() => false)])
      if (isAnswered) ended.add(account.sealedToken)
      waitedAt = clock.monotonic()
    }
    return accessTo(accountId)
  }
}

/** The Worker renews tokens of the platform's own login only. */
function mayBeRenewedThere({ loginMethod, tokenExpiresAt }: AccountRecord, now: Instant): boolean {
  return loginMethod === 'platform' && tokenExpiresAt !== null && tokenExpiresAt <= now
}

/** False when there is a Worker that did not answer. */
export async function takeNewsOfWorker(deps: DelegationDeps): Promise<boolean> {
  const connection = await deps.cloudConnection()
  return connection === null || (await applyChanges(deps, connection)) === null
}
