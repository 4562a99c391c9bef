// Accounts whose mentions the Worker is to look for while this computer is off: who owns them is decided here, account by
// account. Recorded before it is asked for, so that after a crash the same is asked again.
import type { RepostConfig, RepostRecord } from '../../../ports/reposts/repost-store.ts'
import type { WorkerReply } from '../../../ports/cloud/worker-link.ts'
import { changeConfig } from '../../../reposts/settings/change-config.ts'
import { CodedError } from '../../../errors.ts'
import { HOUR, MINUTE, type Duration } from '../../../time.ts'
import type { CloudConnection } from '../../connection/connection.ts'
import { replyReason } from '../worker-requests.ts'
import type { HandoverPorts } from '../handover-ports.ts'
import { BEING_REGISTERED, canRunInCloud, registerAccount } from '../register-account.ts'
import { BASIC_VERSION, type RepostAnswer, type RepostEnvelope } from '../../protocol/protocol.ts'
import { laterOf } from '../../worker/repost-rules.ts'
import { applyWorkerConfig } from './apply-repost-changes.ts'
import {
  updateOpenRecords,
  asRecalled,
  asDelegated,
  asInDoubt,
  isDelegable,
  saveDelegation,
  readDelegation,
  saveRunner,
} from './delegation.ts'
import { recallAccount, isDelegationPaused } from './recall.ts'

/**
 * One round over all accounts, after the Worker's changes were applied. Where it does not answer once, it is not asked again in
 * the same round.
 */
export async function delegateAll(ports: HandoverPorts, connection: CloudConnection): Promise<void> {
  await releaseOrphanedRecords(ports)
  for (const { accountId } of await ports.reposts.configs()) {
    const isAnswered = await ports.mutex.runExclusive(accountId, () =>
      syncDelegation(ports, connection, accountId),
    )
    if (!isAnswered) return
  }
}

/** The time until there is something to ask again; null when everything is settled. */
export async function nextDelegationIn({
  reposts,
}: Pick<HandoverPorts, 'reposts'>): Promise<Duration | null> {
  const configs = await reposts.configs()
  return configs.some(({ runner }) => runner === 'lending' || runner === 'fetching') ? MINUTE : null
}

/** The Worker has lost its memory: what it may have reposted since its last report has no owner any more. */
export async function redelegateAll(ports: HandoverPorts): Promise<void> {
  const ignoreBefore = ports.clock.now()
  for (const { accountId, runner } of await ports.reposts.configs()) {
    if (runner === 'here') continue
    await updateOpenRecords(ports, accountId, asInDoubt)
    await changeConfig(ports, accountId, (config) => {
      if (config.runner === 'here') return null
      return { runner: config.runner === 'cloud' ? 'lending' : config.runner, ignoreBefore }
    })
  }
}

/** Releases records of accounts that were disconnected, or whose configuration is gone: the Worker forgets them, too. */
async function releaseOrphanedRecords(ports: HandoverPorts): Promise<void> {
  const { reposts } = ports
  const known = new Set((await reposts.configs()).map(({ accountId }) => accountId))
  const open = await reposts.records({ statuses: ['PENDING', 'REPOSTING', 'FAILED'], limit: MOST_OPEN })
  const lost = open.filter(({ runner, accountId }) => runner === 'cloud' && !known.has(accountId))
  for (const accountId of new Set(lost.map((record) => record.accountId)))
    await updateOpenRecords(ports, accountId, asInDoubt)
}

const MOST_OPEN = 1_000

/** False when the Worker did not answer. */
async function syncDelegation(
  ports: HandoverPorts,
  connection: CloudConnection,
  accountId: string,
): Promise<boolean> {
  const config = await ports.reposts.config(accountId)
  if (config === null || (config.runner === 'here' && !(await canDelegateNow(ports, connection, config))))
    return true
  const delegation = config.runner === 'here' ? null : await readDelegation(ports, accountId)
  // Another Worker has it, which is not connected.
  if (delegation && delegation.keyId !== connection.keyId) return true
  const isWanted =
    isDelegable(config) && config.runner !== 'fetching' && (delegation !== null || config.runner === 'here')
  if (!isWanted) return recallOrLog(ports, accountId)
  if (config.runner === 'cloud' && (delegation?.confirmed ?? 0) >= config.revision) return true
  return delegateAccount(ports, connection, config)
}

async function canDelegateNow(
  ports: HandoverPorts,
  connection: CloudConnection,
  config: RepostConfig,
): Promise<boolean> {
  if (!isDelegable(config) || (await isDelegationPaused(ports))) return false
  const account = await ports.accounts.get(config.accountId)
  return account?.loginMethod === 'platform' && canRunInCloud(ports, connection, account)
}

async function recallOrLog(ports: HandoverPorts, accountId: string): Promise<boolean> {
  try {
    await recallAccount(ports, accountId)
    return true
  } catch (error) {
    if (!(error instanceof CodedError)) throw error
    ports.log.warn('an account could not be recalled from the Worker yet', {
      accountId,
      reason: error.message,
    })
    return false
  }
}

/** A first delegation, one whose answer never came, or new settings of one that runs. */
async function delegateAccount(
  ports: HandoverPorts,
  connection: CloudConnection,
  before: RepostConfig,
): Promise<boolean> {
  const { accountId, runner } = before
  const isFirst = runner === 'here'
  const registered = await registerAccountById(ports, connection, accountId)
  if (registered?.kind !== 'ok') return registered === null || registered.kind === 'refused'
  const sent = before.revision
  const delegation = isFirst ? null : await readDelegation(ports, accountId)
  await saveDelegation(ports, accountId, {
    keyId: connection.keyId,
    sent,
    confirmed: delegation?.confirmed ?? null,
  })
  if (isFirst) await saveRunner(ports, accountId, 'lending')
  if (runner !== 'cloud') await updateOpenRecords(ports, accountId, asDelegated)
  const envelope = await delegationEnvelope(ports, before)
  const reply = await sendDelegation(ports, connection, envelope)
  if (reply.kind === 'ok') return applyAnswer(ports, connection, { sent, answer: reply.value })
  const reason = replyReason(reply)
  ports.log.warn('an account could not be delegated to the Worker', { accountId, reason })
  // Only of this very call it is sure that it did not arrive, or changed nothing.
  if (isFirst && reply.kind !== 'unknown') await keepLocal(ports, accountId)
  else if (reply.kind === 'refused' && runner === 'lending') return recallOrLog(ports, accountId)
  return reply.kind === 'refused'
}

async function applyAnswer(
  ports: HandoverPorts,
  { keyId }: CloudConnection,
  { sent, answer }: { readonly sent: number; readonly answer: RepostAnswer },
): Promise<boolean> {
  const { outcome, config } = answer
  const { accountId } = config
  if (outcome === 'stale') {
    // It knows a higher number than this computer, whose data is of an older day: recalled, and delegated anew above it.
    await saveDelegation(ports, accountId, { keyId, sent: Math.max(sent, config.revision), confirmed: null })
    return recallOrLog(ports, accountId)
  }
  await applyWorkerConfig(ports, config)
  await saveRunner(ports, accountId, 'cloud')
  await saveDelegation(ports, accountId, { keyId, sent, confirmed: sent })
  return true
}

/** Nothing of it is at the Worker. */
async function keepLocal(ports: HandoverPorts, accountId: string): Promise<void> {
  await updateOpenRecords(ports, accountId, asRecalled)
  await saveDelegation(ports, accountId, null)
  await saveRunner(ports, accountId, 'here')
}

async function registerAccountById(
  ports: HandoverPorts,
  connection: CloudConnection,
  accountId: string,
): Promise<WorkerReply<{ ok: true }> | null> {
  const account = await ports.accounts.get(accountId)
  return account && registerAccount(ports, connection, account)
}

/** A Worker that does not know the account has lost its memory since it was registered: once more from the beginning. */
async function sendDelegation(
  ports: HandoverPorts,
  connection: CloudConnection,
  envelope: RepostEnvelope,
): Promise<WorkerReply<RepostAnswer>> {
  const reply = await connection.worker.delegateReposts(envelope)
  if (reply.kind !== 'refused' || reply.refusal.httpStatus !== 404) return reply
  await ports.registeredAccounts.put(envelope.accountId, BEING_REGISTERED)
  const registered = await registerAccountById(ports, connection, envelope.accountId)
  return registered?.kind === 'ok' ? connection.worker.delegateReposts(envelope) : reply
}

/** All that fits; a mention from before the oldest of them is reposted by a person only. */
const MOST_SENT = 200
/** Stories live for a day, and clocks differ. */
const SENT_FOR: Duration = 48 * HOUR

async function delegationEnvelope(ports: HandoverPorts, before: RepostConfig): Promise<RepostEnvelope> {
  const { accountId } = before
  const config = (await ports.reposts.config(accountId)) ?? before
  const since = ports.clock.now() - SENT_FOR
  const known = await ports.reposts.records({ accountId, limit: MOST_SENT + 1 })
  const omitted = known[MOST_SENT]
  const records = known
    .slice(0, MOST_SENT)
    .filter(({ detectedAt, runner }) => detectedAt > since || runner === 'cloud')
  const ignoreBefore =
    omitted && omitted.detectedAt > since
      ? laterOf(config.ignoreBefore, newestMention(known))
      : config.ignoreBefore
  return {
    version: BASIC_VERSION,
    accountId,
    // The number of what was noted: what the user has changed since follows under its own.
    config: { ...config, ignoreBefore, revision: before.revision },
    records: records.map(withoutDetails),
  }
}

const newestMention = (records: readonly RepostRecord[]) =>
  Math.max(...records.map(({ mentionedAt }) => mentionedAt))

/** Strips the address: a record that only keeps its story from being found anew needs none. */
function withoutDetails(record: RepostRecord): RepostRecord {
  return record.runner === 'cloud'
    ? record
    : { ...record, mediaUrl: null, igPermalink: null, errorMessage: null }
}
