// Accounts whose mentions the Worker is to look for while this computer is off: who has them is settled here, account by
// account. Recorded before it is asked for, so that after a crash the same is asked again.
import type { RepostConfig, RepostRecord } from '../../ports/repost-store.ts'
import type { WorkerReply } from '../../ports/worker-link.ts'
import { changeConfig } from '../../story-repost/change-config.ts'
import { CodedError } from '../../errors.ts'
import { HOUR, MINUTE, type Duration } from '../../time.ts'
import type { CloudConnection } from '../connection.ts'
import { reasonOf } from '../handover/ask-worker.ts'
import type { HandoverPorts } from '../handover/handover-ports.ts'
import { BEING_TOLD, canRunInCloud, tellAccount } from '../handover/tell-account.ts'
import { ENVELOPE_VERSION, type RepostAnswer, type RepostEnvelope } from '../protocol.ts'
import { laterOf } from '../worker/repost-rules.ts'
import { takeIn } from './hear-reposts.ts'
import {
  changeRecords,
  comesHome,
  goesAlong,
  isInDoubt,
  mayBeLent,
  noteLent,
  readLent,
  setRunner,
} from './lent.ts'
import { bringAccountHome, isLendingAtRest } from './take-back.ts'

/**
 * One round over all accounts, after the Worker's news were taken in. Where it does not answer once, it is not asked again in
 * the same round.
 */
export async function lendAll(ports: HandoverPorts, connection: CloudConnection): Promise<void> {
  await endOfLostRecords(ports)
  for (const { accountId } of await ports.reposts.configs()) {
    const isAnswered = await ports.mutex.runExclusive(accountId, () =>
      settleAccount(ports, connection, accountId),
    )
    if (!isAnswered) return
  }
}

/** How soon there is something to ask again; null when everything is settled. */
export async function nextLending({ reposts }: Pick<HandoverPorts, 'reposts'>): Promise<Duration | null> {
  const configs = await reposts.configs()
  return configs.some(({ runner }) => runner === 'lending' || runner === 'fetching') ? MINUTE : null
}

/** The Worker has lost its memory: what it may have reposted since it was last heard of is nobody's any more. */
export async function lendAnew(ports: HandoverPorts): Promise<void> {
  const ignoreBefore = ports.clock.now()
  for (const { accountId, runner } of await ports.reposts.configs()) {
    if (runner === 'here') continue
    await changeRecords(ports, accountId, isInDoubt)
    await changeConfig(ports, accountId, (config) => {
      if (config.runner === 'here') return null
      return { runner: config.runner === 'cloud' ? 'lending' : config.runner, ignoreBefore }
    })
  }
}

/** Of accounts that were disconnected, or whose configuration went some other way: the Worker forgets them, too. */
async function endOfLostRecords(ports: HandoverPorts): Promise<void> {
  const { reposts } = ports
  const known = new Set((await reposts.configs()).map(({ accountId }) => accountId))
  const open = await reposts.records({ statuses: ['PENDING', 'REPOSTING', 'FAILED'], limit: MOST_OPEN })
  const lost = open.filter(({ runner, accountId }) => runner === 'cloud' && !known.has(accountId))
  for (const accountId of new Set(lost.map((record) => record.accountId)))
    await changeRecords(ports, accountId, isInDoubt)
}

const MOST_OPEN = 1_000

/** False when the Worker did not answer. */
async function settleAccount(
  ports: HandoverPorts,
  connection: CloudConnection,
  accountId: string,
): Promise<boolean> {
  const config = await ports.reposts.config(accountId)
  if (config === null || (config.runner === 'here' && !(await canBeLent(ports, connection, config))))
    return true
  const lent = config.runner === 'here' ? null : await readLent(ports, accountId)
  // Another Worker has it, which is not connected.
  if (lent && lent.keyId !== connection.keyId) return true
  const isWanted =
    mayBeLent(config) && config.runner !== 'fetching' && (lent !== null || config.runner === 'here')
  if (!isWanted) return fetchBack(ports, accountId)
  if (config.runner === 'cloud' && (lent?.confirmed ?? 0) >= config.revision) return true
  return lend(ports, connection, config)
}

async function canBeLent(
  ports: HandoverPorts,
  connection: CloudConnection,
  config: RepostConfig,
): Promise<boolean> {
  if (!mayBeLent(config) || (await isLendingAtRest(ports))) return false
  const account = await ports.accounts.get(config.accountId)
  return account?.loginMethod === 'platform' && canRunInCloud(ports, connection, account)
}

async function fetchBack(ports: HandoverPorts, accountId: string): Promise<boolean> {
  try {
    await bringAccountHome(ports, accountId)
    return true
  } catch (error) {
    if (!(error instanceof CodedError)) throw error
    ports.log.warn('an account could not be taken back from the Worker yet', {
      accountId,
      reason: error.message,
    })
    return false
  }
}

/** A first loan, one whose answer never came, or new settings of one that runs. */
async function lend(
  ports: HandoverPorts,
  connection: CloudConnection,
  before: RepostConfig,
): Promise<boolean> {
  const { accountId, runner } = before
  const isFirst = runner === 'here'
  const told = await tell(ports, connection, accountId)
  if (told?.kind !== 'ok') return told === null || told.kind === 'refused'
  const sent = before.revision
  const lent = isFirst ? null : await readLent(ports, accountId)
  await noteLent(ports, accountId, { keyId: connection.keyId, sent, confirmed: lent?.confirmed ?? null })
  if (isFirst) await setRunner(ports, accountId, 'lending')
  if (runner !== 'cloud') await changeRecords(ports, accountId, goesAlong)
  const envelope = await envelopeFor(ports, before)
  const reply = await offer(ports, connection, envelope)
  if (reply.kind === 'ok') return answered(ports, connection, { sent, answer: reply.value })
  const reason = reasonOf(reply)
  ports.log.warn('the Worker has not taken over an account', { accountId, reason })
  // Only of this very call it is sure that it did not arrive, or changed nothing.
  if (isFirst && reply.kind !== 'unknown') await stayHere(ports, accountId)
  else if (reply.kind === 'refused' && runner === 'lending') return fetchBack(ports, accountId)
  return reply.kind === 'refused'
}

async function answered(
  ports: HandoverPorts,
  { keyId }: CloudConnection,
  { sent, answer }: { readonly sent: number; readonly answer: RepostAnswer },
): Promise<boolean> {
  const { outcome, config } = answer
  const { accountId } = config
  if (outcome === 'stale') {
    // It knows a higher number than this computer, whose data is of an older day: fetched back, and begun anew above it.
    await noteLent(ports, accountId, { keyId, sent: Math.max(sent, config.revision), confirmed: null })
    return fetchBack(ports, accountId)
  }
  await takeIn(ports, config)
  await setRunner(ports, accountId, 'cloud')
  await noteLent(ports, accountId, { keyId, sent, confirmed: sent })
  return true
}

/** Nothing of it is at the Worker. */
async function stayHere(ports: HandoverPorts, accountId: string): Promise<void> {
  await changeRecords(ports, accountId, comesHome)
  await noteLent(ports, accountId, null)
  await setRunner(ports, accountId, 'here')
}

async function tell(
  ports: HandoverPorts,
  connection: CloudConnection,
  accountId: string,
): Promise<WorkerReply<{ ok: true }> | null> {
  const account = await ports.accounts.get(accountId)
  return account && tellAccount(ports, connection, account)
}

/** A Worker that does not know the account has lost its memory since it was told: once more from the beginning. */
async function offer(
  ports: HandoverPorts,
  connection: CloudConnection,
  envelope: RepostEnvelope,
): Promise<WorkerReply<RepostAnswer>> {
  const reply = await connection.worker.putRepost(envelope)
  if (reply.kind !== 'refused' || reply.httpStatus !== 404) return reply
  await ports.toldAccounts.put(envelope.accountId, BEING_TOLD)
  const told = await tell(ports, connection, envelope.accountId)
  return told?.kind === 'ok' ? connection.worker.putRepost(envelope) : reply
}

/** All that fits; a mention from before the oldest of them is reposted by nobody but a person. */
const MOST_TOLD = 200
/** Stories live for a day, and clocks differ. */
const STILL_TOLD: Duration = 48 * HOUR

async function envelopeFor(ports: HandoverPorts, before: RepostConfig): Promise<RepostEnvelope> {
  const { accountId } = before
  const config = (await ports.reposts.config(accountId)) ?? before
  const since = ports.clock.now() - STILL_TOLD
  const known = await ports.reposts.records({ accountId, limit: MOST_TOLD + 1 })
  const omitted = known[MOST_TOLD]
  const records = known
    .slice(0, MOST_TOLD)
    .filter(({ detectedAt, runner }) => detectedAt > since || runner === 'cloud')
  const ignoreBefore =
    omitted && omitted.detectedAt > since ? laterOf(config.ignoreBefore, newest(known)) : config.ignoreBefore
  return {
    version: ENVELOPE_VERSION,
    accountId,
    // The number of what was noted: what the user has changed since follows under its own.
    config: { ...config, ignoreBefore, revision: before.revision },
    records: records.map(brief),
  }
}

const newest = (records: readonly RepostRecord[]) =>
  Math.max(...records.map(({ mentionedAt }) => mentionedAt))

/** What is only not to be found anew needs no address. */
function brief(record: RepostRecord): RepostRecord {
  return record.runner === 'cloud'
    ? record
    : { ...record, mediaUrl: null, igPermalink: null, errorMessage: null }
}
