// Recalls accounts from the Worker: it is asked until it has answered, and everything it knows is stored before the
// account belongs to this computer again.
import { CodedError } from '../../../../coded-error.ts'
import type { RepostConfig } from '../../../../ports/reposts/repost-store.ts'
import type { WorkerLink, WorkerReply } from '../../../../engine/worker/worker-link.ts'
import { safeSentence } from '../../../../redact.ts'
import type { Instant } from '../../../../time.ts'
import { changeConfig, exists, type ConfigDeps } from '../../../../engine/reposts/change-config.ts'
import {
  afterNoAnswer,
  NEVER_ASKED,
  recallRequest,
  revisionAbove,
  whileAsked,
} from '../../../../rules/ownership/ownership.ts'
import { connectionOf, NOT_CONNECTED, replyReason } from '../worker-requests.ts'
import type { RecalledReposts } from '../../../../engine/worker/protocol.ts'
import { isRepostConfig, isRepostRecord } from '../../../../engine/worker/repost-shapes.ts'
import { applyRecord, applyWorkerConfig, leftToPerson } from './apply-repost-changes.ts'
import { updateOpenRecords, asRecalledSince, asInDoubt, saveOwnership } from './delegation.ts'
import type { DelegationDeps } from '../delegation-deps.ts'

/**
 * The account belongs to this computer again when it resolves; null when its configuration was removed. Call inside the
 * account's mutex. Throws WORKER_UNREACHABLE when it is unknown whether the Worker has released it.
 */
export async function recallMentions(deps: DelegationDeps, accountId: string): Promise<RepostConfig | null> {
  const config = await deps.reposts.config(accountId)
  const own = config?.ownership
  if (!own || own.state === 'local') return config
  const connection = await connectionOf(deps, own)
  if (!connection) throw notReached(NOT_CONNECTED)
  const { keyId, worker } = connection
  const request = recallRequest(own, config.revision)
  const asked = whileAsked(own, request, keyId)
  await saveOwnership(deps, accountId, asked)
  const reply = await requestRecall(worker, accountId, request.revision)
  if (reply.kind !== 'ok') {
    await saveOwnership(deps, accountId, afterNoAnswer({ before: own, asked }, reply))
    throw notReached(replyReason(reply))
  }
  // One that had it and says that it never did has lost its memory, and may have reposted since its last report.
  const isRead = reply.value ? await applyRecall(deps, keyId, reply.value) : own.confirmed === null
  if (!isRead)
    deps.log.warn('the Worker cannot say what it did with mentions, and they are left to a person', {
      accountId,
    })
  const theirs = reply.value?.config.revision ?? 0
  const doubt = { ignoreBefore: deps.clock.now() }
  // A run that is lost was given it back, and may have reposted from here since.
  const isOlder = own.state === 'worker' && reply.value?.wasReleased === true
  const { ignoreBefore } = isOlder ? doubt : ((await deps.reposts.config(accountId)) ?? config)
  await updateOpenRecords(deps, accountId, isRead ? asRecalledSince(ignoreBefore ?? 0) : asInDoubt)
  // Without its memory, the next scan finds again what is not known here.
  if (!isRead) return makeLocal(deps, accountId, theirs, { ...doubt, memory: null })
  return makeLocal(deps, accountId, theirs, isOlder ? doubt : {})
}

/** A Worker that has it under a higher number, from newer data than this, is asked with that number. */
async function requestRecall(
  worker: WorkerLink,
  accountId: string,
  last: number,
): Promise<WorkerReply<RecalledReposts | null>> {
  const reply = await worker.recallReposts(accountId, last)
  const has = reply.kind === 'ok' ? (reply.value?.config.revision ?? 0) : 0
  return has > last ? worker.recallReposts(accountId, has) : reply
}

/** False when any mention cannot be read, which the Worker may have reposted. */
async function applyRecall(
  deps: DelegationDeps,
  keyId: string,
  { config, records }: RecalledReposts,
): Promise<boolean> {
  const readable = records.filter(isRepostRecord)
  for (const record of readable) await applyRecord(deps, { keyId }, leftToPerson(record), 'here')
  if (isRepostConfig(config)) await applyWorkerConfig(deps, config)
  // Posts of reposts in progress there: their outcome is asked for.
  deps.wakeSync()
  return readable.length === records.length
}

/**
 * No Worker has anything of it. The next delegation has a number above every request that may be late, and above
 * `theirs`, under which the Worker had it.
 */
async function makeLocal(
  deps: ConfigDeps,
  accountId: string,
  theirs = 0,
  change: Partial<RepostConfig> = {},
): Promise<RepostConfig | null> {
  const local = await changeConfig(deps, accountId, ({ ownership, revision }) =>
    ownership.state === 'local'
      ? null
      : { ...change, revision: revisionAbove(revision, ownership.sent, theirs), ownership: NEVER_ASKED },
  )
  return local && exists(local) ? local : null
}

/** Recalls all accounts; returns how many are still with the Worker, or may be. */
export async function recallAllAccounts(deps: DelegationDeps): Promise<number> {
  let left = 0
  for (const { accountId } of await deps.reposts.configs()) {
    const isBack = await deps.mutex.runExclusive(accountId, async () => {
      // Read again: a delegation that had begun is over only now.
      const config = await deps.reposts.config(accountId)
      if (config === null || !isAway(config)) return true
      // Once the Worker fails to answer, it is not asked again.
      return left === 0 && tryRecall(deps, accountId)
    })
    if (!isBack) left += 1
  }
  return left
}

/** False when the Worker may still have it. Call inside the account's mutex. */
export async function tryRecall(deps: DelegationDeps, accountId: string): Promise<boolean> {
  try {
    await recallMentions(deps, accountId)
    return true
  } catch (error) {
    if (!(error instanceof CodedError)) throw error
    const reason = safeSentence(error.message)
    deps.log.warn('an account could not be recalled from the Worker yet', { accountId, reason })
    return false
  }
}

/** The Worker will never answer again: nothing that it may have reposted is reposted automatically from here. */
export async function abandonAccounts(deps: DelegationDeps): Promise<void> {
  for (const { accountId } of (await deps.reposts.configs()).filter(isAway))
    await deps.mutex.runExclusive(accountId, () => abandonAccount(deps, accountId))
}

const isAway = ({ ownership }: RepostConfig) => ownership.state !== 'local'

async function abandonAccount(deps: ConfigDeps, accountId: string): Promise<void> {
  const ignoreBefore: Instant = deps.clock.now()
  await updateOpenRecords(deps, accountId, asInDoubt)
  await makeLocal(deps, accountId, 0, { ignoreBefore })
}

function notReached(reason: string): CodedError {
  return new CodedError(
    'WORKER_UNREACHABLE',
    `The cloud looks for mentions of this account and could not be asked to stop (${reason}). Nightpost keeps asking; try again later.`,
  )
}
