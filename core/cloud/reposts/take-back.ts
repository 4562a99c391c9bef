// Accounts come back from the Worker: asked until it has answered, and everything it knows is taken in before the account is
// this computer's again.
import { CodedError } from '../../errors.ts'
import type { RepostConfig } from '../../ports/repost-store.ts'
import type { WorkerLink, WorkerReply } from '../../ports/worker-link.ts'
import { MINUTE, type Duration, type Instant } from '../../time.ts'
import { changeConfig, exists } from '../../story-repost/change-config.ts'
import { NOT_CONNECTED, reasonOf } from '../handover/ask-worker.ts'
import type { HandoverPorts } from '../handover/handover-ports.ts'
import type { RepostHandBack } from '../protocol.ts'
import { isRepostConfig, isRepostRecord } from '../worker/repost-shapes.ts'
import { adoptRecord, takeIn } from './hear-reposts.ts'
import { changeRecords, comesHome, isInDoubt, noteLent, readLent, setRunner } from './lent.ts'

/**
 * The account is this computer's again when it resolves; null when its configuration is gone. To be called in the account's
 * turn. Throws WORKER_UNREACHABLE when nobody can say that the Worker has let go.
 */
export async function bringAccountHome(
  ports: HandoverPorts,
  accountId: string,
): Promise<RepostConfig | null> {
  const config = await ports.reposts.config(accountId)
  if (config === null || config.runner === 'here') return config
  const lent = await readLent(ports, accountId)
  // The Worker has answered already.
  if (lent === null && config.runner === 'fetching') return arrived(ports, accountId, config.revision)
  const connection = await ports.cloudConnection()
  if (!connection || (lent && lent.keyId !== connection.keyId)) throw notReached(NOT_CONNECTED)
  const last = Math.max(lent?.sent ?? 0, config.revision)
  await noteLent(ports, accountId, {
    keyId: connection.keyId,
    sent: last,
    confirmed: lent?.confirmed ?? null,
  })
  await setRunner(ports, accountId, 'fetching')
  const reply = await askBack(connection.worker, accountId, last)
  if (reply.kind !== 'ok') {
    // Surely nothing was done, so the Worker goes on, and its news are taken in as before.
    if (reply.kind !== 'unknown' && config.runner === 'cloud') await setRunner(ports, accountId, 'cloud')
    throw notReached(reasonOf(reply))
  }
  if (reply.value) await adoptHandBack(ports, connection.keyId, reply.value)
  await noteLent(ports, accountId, null)
  return arrived(ports, accountId, Math.max(last, reply.value?.config.revision ?? 0))
}

/** A Worker that has it under a higher number, from data of a later day than these, is asked with that. */
async function askBack(
  worker: WorkerLink,
  accountId: string,
  last: number,
): Promise<WorkerReply<RepostHandBack | null>> {
  const reply = await worker.takeBackRepost(accountId, last)
  const has = reply.kind === 'ok' ? (reply.value?.config.revision ?? 0) : 0
  return has > last ? worker.takeBackRepost(accountId, has) : reply
}

async function adoptHandBack(
  ports: HandoverPorts,
  keyId: string,
  { config, records }: RepostHandBack,
): Promise<void> {
  for (const record of records)
    if (isRepostRecord(record)) await adoptRecord(ports, { keyId }, record, 'here')
  if (isRepostConfig(config)) await takeIn(ports, config)
  // Posts of reposts that are under way there: what becomes of them is asked for.
  ports.wakeSync()
}

/** Nothing of it is at any Worker. The next loan bears a number that no late request can bear. */
async function arrived(ports: HandoverPorts, accountId: string, last: number): Promise<RepostConfig | null> {
  await changeRecords(ports, accountId, comesHome)
  const home = await changeConfig(ports, accountId, ({ revision }) => ({
    runner: 'here',
    revision: Math.max(revision, last) + 1,
  }))
  return withoutRemoved(ports, home)
}

async function withoutRemoved(
  { reposts }: HandoverPorts,
  config: RepostConfig | null,
): Promise<RepostConfig | null> {
  if (config === null || exists(config)) return config
  await reposts.removeConfig(config.accountId)
  return null
}

/** How many are still with the Worker, or may be. */
export async function bringAllAccountsHome(ports: HandoverPorts): Promise<number> {
  await ports.settings.put({ [REST]: ports.clock.now() + REST_FOR })
  const lent = (await ports.reposts.configs()).filter(({ runner }) => runner !== 'here')
  let left = 0
  for (const { accountId } of lent) {
    // Where it does not answer once, it is not asked again.
    const isHome = left === 0 && (await runExclusively(ports, accountId))
    if (!isHome) left += 1
  }
  return left
}

async function runExclusively(ports: HandoverPorts, accountId: string): Promise<boolean> {
  try {
    await ports.mutex.runExclusive(accountId, () => bringAccountHome(ports, accountId))
    return true
  } catch (error) {
    if (!(error instanceof CodedError)) throw error
    return false
  }
}

/** What has just come home is not lent again before whoever fetched it has done what it was fetched for. */
const REST = 'lendingRestsUntil'
const REST_FOR: Duration = MINUTE

export async function isLendingAtRest({ settings, clock }: HandoverPorts): Promise<boolean> {
  const until = await settings.get(REST)
  const left = typeof until === 'number' ? until - clock.now() : 0
  return left > 0 && left <= REST_FOR
}

/** The Worker will never answer again: nothing that it may have reposted is reposted from here by itself. */
export async function leaveAccountsBehind(ports: HandoverPorts): Promise<void> {
  for (const { accountId, runner } of await ports.reposts.configs())
    if (runner !== 'here') await ports.mutex.runExclusive(accountId, () => leaveBehind(ports, accountId))
}

async function leaveBehind(ports: HandoverPorts, accountId: string): Promise<void> {
  const ignoreBefore: Instant = ports.clock.now()
  await changeRecords(ports, accountId, isInDoubt)
  await noteLent(ports, accountId, null)
  const home = await changeConfig(ports, accountId, ({ revision, runner }) =>
    runner === 'here' ? null : { runner: 'here', revision: revision + 1, ignoreBefore },
  )
  await withoutRemoved(ports, home)
}

function notReached(reason: string): CodedError {
  return new CodedError(
    'WORKER_UNREACHABLE',
    `The cloud looks for mentions of this account and could not be asked to stop (${reason}). It is asked again; try again later.`,
  )
}
