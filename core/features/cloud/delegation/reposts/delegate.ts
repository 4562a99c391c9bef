// Accounts whose mentions the Worker checks while this computer is off: their owner is decided here, account by
// account. Recorded before it is asked for, so that after a crash the same request is sent again.
import type { AccountRecord } from '../../../../ports/account-store.ts'
import type { RepostConfig, RepostRecord } from '../../../../ports/reposts/repost-store.ts'
import {
  reportedConfig,
  reportedRecord,
  type StoredRecord,
} from '../../../../engine/reposts/stored-record.ts'
import { changeConfig, type ConfigDeps } from '../../../../engine/reposts/change-config.ts'
import { WRONG_BY } from '../../../../engine/publishing/match.ts'
import { DAY, MINUTE, type Duration } from '../../../../time.ts'
import type { CloudConnection } from '../../connection/connection.ts'
import { isStillConnected, replyReason } from '../worker-requests.ts'
import {
  afterAnswer,
  afterMemoryLoss,
  afterNoAnswer,
  isSameWorker,
  nextRequest,
  whileAsked,
} from '../../../../rules/ownership/ownership.ts'
import { BASIC_VERSION, type RepostEnvelope } from '../../../../engine/worker/protocol.ts'
import { laterOf } from '../../../../engine/worker/repost-rules.ts'
import { applyWorkerConfig } from './apply-repost-changes.ts'
import {
  updateOpenRecords,
  asRecalled,
  asDelegated,
  asInDoubt,
  isDelegable,
  saveOwnership,
} from './delegation.ts'
import { tryRecall } from './recall.ts'
import type { DelegationDeps } from '../delegation-deps.ts'

/**
 * One round over all accounts, after the Worker's changes were applied. Once the Worker fails to answer, it is not
 * asked again in the same round.
 */
export async function delegateAll(deps: DelegationDeps, connection: CloudConnection): Promise<void> {
  await releaseOrphanedRecords(deps)
  for (const { accountId } of await deps.reposts.configs()) {
    const isAnswered = await deps.mutex.runExclusive(accountId, () =>
      syncDelegation(deps, connection, accountId),
    )
    if (!isAnswered) return
  }
}

/** The time until there is something to ask again; null when everything is settled. */
export async function nextDelegationIn({ reposts }: ConfigDeps): Promise<Duration | null> {
  const configs = await reposts.configs()
  return configs.some(({ ownership: { state } }) => state === 'delegating' || state === 'recalling')
    ? MINUTE
    : null
}

/** The Worker has lost its data: what it may have reposted since its last report has no owner any more. */
export async function redelegateAll(deps: ConfigDeps): Promise<void> {
  const ignoreBefore = deps.clock.now()
  for (const { accountId, ownership } of await deps.reposts.configs()) {
    if (ownership.state === 'local') continue
    await updateOpenRecords(deps, accountId, asInDoubt)
    await changeConfig(deps, accountId, ({ ownership: own }) =>
      own.state === 'local' ? null : { ownership: afterMemoryLoss(own), ignoreBefore },
    )
  }
}

/**
 * Releases records that the Worker does not continue: of accounts that were disconnected or whose configuration is gone, which it
 * removes, too, and of those that it no longer has, which a folder from before that reads in its changes.
 */
async function releaseOrphanedRecords(deps: ConfigDeps): Promise<void> {
  const { reposts } = deps
  const away = (await reposts.configs()).filter(({ ownership }) => ownership.state !== 'local')
  const known = new Set(away.map(({ accountId }) => accountId))
  const open = await reposts.records({ statuses: ['PENDING', 'REPOSTING', 'FAILED'], limit: MOST_OPEN })
  const lost = open.filter(({ runner, accountId }) => runner === 'cloud' && !known.has(accountId))
  for (const accountId of new Set(lost.map((record) => record.accountId)))
    await updateOpenRecords(deps, accountId, asInDoubt)
}

const MOST_OPEN = 1_000

/** False when the Worker did not answer. */
async function syncDelegation(
  deps: DelegationDeps,
  connection: CloudConnection,
  accountId: string,
): Promise<boolean> {
  const config = await deps.reposts.config(accountId)
  if (config === null) return true
  const own = config.ownership
  // Another Worker has it, which is not connected.
  if (own.keyId !== null && !isSameWorker(own.keyId, connection.keyId)) return true
  const account = await deps.accounts.get(accountId)
  // It may have been connected by the other login since it was delegated.
  const mayHaveIt = isDelegable(config) && account?.loginMethod === 'platform'
  const isWanted = mayHaveIt && (own.state !== 'local' || (await canDelegateNow(deps, connection, account)))
  const request = nextRequest(own, { revision: config.revision, isWanted })
  if (request?.kind === 'recall') return tryRecall(deps, accountId)
  const isSettled = request === null && (own.state === 'local' || deps.confirmed.has(accountId))
  return isSettled || delegateAccount(deps, connection, config)
}

async function canDelegateNow(
  deps: DelegationDeps,
  connection: CloudConnection,
  account: AccountRecord,
): Promise<boolean> {
  return (await isStillConnected(deps, connection)) && deps.registration.canRunInCloud(connection, account)
}

/** A first delegation, one whose answer never came, new settings of a running one, or one that this process has not heard of. */
async function delegateAccount(
  deps: DelegationDeps,
  connection: CloudConnection,
  config: RepostConfig,
): Promise<boolean> {
  const { accountId, revision, ownership: own } = config
  const { keyId } = connection
  const registered = await deps.registration.registerById(connection, accountId)
  if (registered?.kind !== 'ok') return registered === null || registered.kind === 'refused'
  const request = { kind: 'delegate', revision } as const
  const asked = whileAsked(own, request, keyId)
  await saveOwnership(deps, accountId, asked)
  if (asked.state === 'delegating') await updateOpenRecords(deps, accountId, asDelegated)
  const envelope = await delegationEnvelope(deps, config)
  const send = () => connection.worker.delegateReposts(envelope)
  const reply = await deps.registration.sendForAccount(connection, accountId, send)
  if (reply.kind === 'ok') {
    const { outcome, config: theirs } = reply.value
    if (outcome === 'accepted') await applyWorkerConfig(deps, theirs, true)
    const after = afterAnswer(asked, request, { outcome, theirs: theirs.revision })
    const isOlder = after.state === 'recalling'
    // This computer’s data is older than what it knows: what has come until now may have been reposted by the run that is lost, and the
    // account is delegated again above its number.
    const doubt = isOlder ? { ignoreBefore: deps.clock.now() } : {}
    await changeConfig(deps, accountId, () => ({ ownership: after, ...doubt }))
    deps.confirmed.add(accountId)
    return !isOlder || tryRecall(deps, accountId)
  }
  const reason = replyReason(reply)
  deps.log.warn('an account could not be delegated to the Worker', { accountId, reason })
  const after = afterNoAnswer({ before: own, asked }, reply)
  if (after.state === 'local') await updateOpenRecords(deps, accountId, asRecalled)
  await saveOwnership(deps, accountId, after)
  return after.state === 'recalling' ? tryRecall(deps, accountId) : reply.kind === 'refused'
}

/** As many as fit; a mention older than the oldest of them is reposted by a person only. */
const MOST_SENT = 200
/** In characters: the Worker refuses a body of more than 256 KB, which has the configuration in it, too. */
const MOST_TEXT = 200 * 1024
/** Stories live for a day, clocks differ, and this one may be two days ahead: what was left out could be reposted again there. */
const SENT_FOR: Duration = 2 * DAY + WRONG_BY

async function delegationEnvelope(deps: ConfigDeps, before: RepostConfig): Promise<RepostEnvelope> {
  const { accountId, ownership } = before
  const latest = await deps.reposts.config(accountId)
  // What the user has changed since follows under its own revision.
  const config = latest?.revision === before.revision ? latest : before
  const since = deps.clock.now() - SENT_FOR
  const known = await deps.reposts.records({ accountId, limit: MOST_SENT + 1 })
  const useful = known
    .slice(0, MOST_SENT)
    .filter((record) => record.detectedAt > since || isOpenThere(record))
  const isThere = ownership.state === 'worker'
  const records = firstThatFit(
    useful.map((record) => {
      const isWhole = isOpenThere(record) || (record.runner === 'cloud' && !isThere)
      return reportedRecord(isWhole ? record : withoutDetails(record))
    }),
  )
  const omitted = useful[records.length] ?? known[MOST_SENT]
  const ignoreBefore =
    omitted && omitted.detectedAt > since
      ? laterOf(config.ignoreBefore, newestMention(known))
      : config.ignoreBefore
  return {
    version: BASIC_VERSION,
    accountId,
    config: reportedConfig({ ...config, ignoreBefore }),
    records,
    ...(isThere ? { isHeld: true } : {}),
  }
}

const newestMention = (records: readonly RepostRecord[]) =>
  Math.max(...records.map(({ mentionedAt }) => mentionedAt))

function isOpenThere({ runner, status }: RepostRecord): boolean {
  return runner === 'cloud' && (status === 'PENDING' || status === 'REPOSTING')
}

function firstThatFit(records: readonly StoredRecord[]): StoredRecord[] {
  let left = MOST_TEXT
  const end = records.findIndex((record) => (left -= JSON.stringify(record).length) < 0)
  return records.slice(0, end === -1 ? undefined : end)
}

/** Removes the address: a record that only keeps its story from being found again needs none. */
function withoutDetails(record: RepostRecord): RepostRecord {
  return { ...record, mediaUrl: null, igPermalink: null, errorDetail: null }
}
