// Recalls accounts from the Worker: it is asked until it has answered, and everything it knows is stored before the account is
// this computer's again.
import { CodedError } from '../../../errors.ts'
import type { RepostConfig } from '../../../ports/reposts/repost-store.ts'
import type { WorkerLink, WorkerReply } from '../../../ports/cloud/worker-link.ts'
import { MINUTE, type Duration, type Instant } from '../../../time.ts'
import { changeConfig, exists } from '../../../reposts/settings/change-config.ts'
import { NOT_CONNECTED, replyReason } from '../worker-requests.ts'
import type { HandoverPorts } from '../handover-ports.ts'
import type { RecalledReposts } from '../../protocol/protocol.ts'
import { isRepostConfig, isRepostRecord } from '../../worker/repost-shapes.ts'
import { applyRecord, applyWorkerConfig } from './apply-repost-changes.ts'
import {
  updateOpenRecords,
  asRecalled,
  asInDoubt,
  saveDelegation,
  readDelegation,
  saveRunner,
} from './delegation.ts'

/**
 * The account is this computer's again when it resolves; null when its configuration is gone. To be called inside the
 * account's mutex. Throws WORKER_UNREACHABLE when it is not known that the Worker has let go.
 */
export async function recallAccount(ports: HandoverPorts, accountId: string): Promise<RepostConfig | null> {
  const config = await ports.reposts.config(accountId)
  if (config === null || config.runner === 'here') return config
  const delegation = await readDelegation(ports, accountId)
  // The Worker has answered already.
  if (delegation === null && config.runner === 'fetching')
    return finishRecall(ports, accountId, config.revision)
  const connection = await ports.cloudConnection()
  if (!connection || (delegation && delegation.keyId !== connection.keyId)) throw notReached(NOT_CONNECTED)
  const last = Math.max(delegation?.sent ?? 0, config.revision)
  await saveDelegation(ports, accountId, {
    keyId: connection.keyId,
    sent: last,
    confirmed: delegation?.confirmed ?? null,
  })
  await saveRunner(ports, accountId, 'fetching')
  const reply = await requestRecall(connection.worker, accountId, last)
  if (reply.kind !== 'ok') {
    // Surely nothing was done, so the Worker goes on, and its changes are applied as before.
    if (reply.kind !== 'unknown' && config.runner === 'cloud') await saveRunner(ports, accountId, 'cloud')
    throw notReached(replyReason(reply))
  }
  if (reply.value) await applyRecall(ports, connection.keyId, reply.value)
  await saveDelegation(ports, accountId, null)
  return finishRecall(ports, accountId, Math.max(last, reply.value?.config.revision ?? 0))
}

/** A Worker that has it under a higher number, from data of a later day than these, is asked with that. */
async function requestRecall(
  worker: WorkerLink,
  accountId: string,
  last: number,
): Promise<WorkerReply<RecalledReposts | null>> {
  const reply = await worker.recallReposts(accountId, last)
  const has = reply.kind === 'ok' ? (reply.value?.config.revision ?? 0) : 0
  return has > last ? worker.recallReposts(accountId, has) : reply
}

async function applyRecall(
  ports: HandoverPorts,
  keyId: string,
  { config, records }: RecalledReposts,
): Promise<void> {
  for (const record of records)
    if (isRepostRecord(record)) await applyRecord(ports, { keyId }, record, 'here')
  if (isRepostConfig(config)) await applyWorkerConfig(ports, config)
  // Posts of reposts that are under way there: what becomes of them is asked for.
  ports.wakeSync()
}

/** Nothing of it is at any Worker. The next delegation bears a number that no late request can bear. */
async function finishRecall(
  ports: HandoverPorts,
  accountId: string,
  last: number,
): Promise<RepostConfig | null> {
  await updateOpenRecords(ports, accountId, asRecalled)
  const recalled = await changeConfig(ports, accountId, ({ revision }) => ({
    runner: 'here',
    revision: Math.max(revision, last) + 1,
  }))
  return dropIfRemoved(ports, recalled)
}

async function dropIfRemoved(
  { reposts }: HandoverPorts,
  config: RepostConfig | null,
): Promise<RepostConfig | null> {
  if (config === null || exists(config)) return config
  await reposts.removeConfig(config.accountId)
  return null
}

/** Recalls all accounts; returns how many are still with the Worker, or may be. */
export async function recallAllAccounts(ports: HandoverPorts): Promise<number> {
  await ports.settings.put({ [PAUSED_UNTIL]: ports.clock.now() + PAUSE })
  const delegation = (await ports.reposts.configs()).filter(({ runner }) => runner !== 'here')
  let left = 0
  for (const { accountId } of delegation) {
    // Where it does not answer once, it is not asked again.
    const isRecalled = left === 0 && (await tryRecall(ports, accountId))
    if (!isRecalled) left += 1
  }
  return left
}

async function tryRecall(ports: HandoverPorts, accountId: string): Promise<boolean> {
  try {
    await ports.mutex.runExclusive(accountId, () => recallAccount(ports, accountId))
    return true
  } catch (error) {
    if (!(error instanceof CodedError)) throw error
    return false
  }
}

/** An account that was just recalled is not delegated again before whoever recalled it is done with it. */
const PAUSED_UNTIL = 'lendingRestsUntil'
const PAUSE: Duration = MINUTE

export async function isDelegationPaused({ settings, clock }: HandoverPorts): Promise<boolean> {
  const until = await settings.get(PAUSED_UNTIL)
  const left = typeof until === 'number' ? until - clock.now() : 0
  return left > 0 && left <= PAUSE
}

/** The Worker will never answer again: nothing that it may have reposted is reposted from here by itself. */
export async function abandonAccounts(ports: HandoverPorts): Promise<void> {
  for (const { accountId, runner } of await ports.reposts.configs())
    if (runner !== 'here') await ports.mutex.runExclusive(accountId, () => abandonAccount(ports, accountId))
}

async function abandonAccount(ports: HandoverPorts, accountId: string): Promise<void> {
  const ignoreBefore: Instant = ports.clock.now()
  await updateOpenRecords(ports, accountId, asInDoubt)
  await saveDelegation(ports, accountId, null)
  const recalled = await changeConfig(ports, accountId, ({ revision, runner }) =>
    runner === 'here' ? null : { runner: 'here', revision: revision + 1, ignoreBefore },
  )
  await dropIfRemoved(ports, recalled)
}

function notReached(reason: string): CodedError {
  return new CodedError(
    'WORKER_UNREACHABLE',
    `The cloud looks for mentions of this account and could not be asked to stop (${reason}). Nightpost keeps asking; try again later.`,
  )
}
