// Applies what the Worker reports of mentions to what this computer knows. The same report twice changes nothing.
import { KEEP_RECORDS, type RepostConfig, type RepostRecord } from '../../../../ports/reposts/repost-store.ts'
import { newPost } from '../../../posts/new-post.ts'
import { changeConfig, type ConfigDeps } from '../../../../engine/reposts/change-config.ts'
import {
  recordOfStored,
  type ReportedConfig,
  type StoredRecord,
} from '../../../../engine/reposts/stored-record.ts'
import { storyContent } from '../../../reposts/stories/story-content.ts'
import type { CloudConnection } from '../../connection/connection.ts'
import { requireDone } from '../worker-requests.ts'
import { handoverAtWorker } from '../new-handover.ts'
import type { WorkerChanges } from '../../../../engine/worker/protocol.ts'
import { ignoreBeforeOfBoth, repostsOfBoth, warningsOfBoth } from '../../../../engine/worker/repost-rules.ts'
import { isRepostConfig, isRepostRecord } from '../../../../engine/worker/repost-shapes.ts'
import { underKey, whileHeld } from '../../../../rules/ownership/ownership.ts'
import { isStored } from '../changes/is-stored.ts'
import { saveOwnership } from './delegation.ts'
import type { DelegationDeps } from '../delegation-deps.ts'

type RepostChanges = Pick<WorkerChanges, 'repostConfigs' | 'reposts'>

/**
 * Call before the jobs of the page are applied: a record comes with the post that reposts it. False when something could not be
 * stored.
 */
export async function applyRepostChanges(
  deps: DelegationDeps,
  connection: CloudConnection,
  { repostConfigs, reposts }: RepostChanges,
): Promise<boolean> {
  const { log } = deps
  const stored: boolean[] = []
  const add = async ({ accountId }: { readonly accountId: string }, store: () => Promise<unknown>) =>
    stored.push(await isStored(deps, [NOT_APPLIED, { accountId }], store))
  for (const { record } of reposts) {
    if (isRepostRecord(record)) await add(record, () => applyRecord(deps, connection, leftToPerson(record)))
    else log.warn('a mention from the Worker cannot be read')
  }
  for (const config of repostConfigs) {
    if (isRepostConfig(config)) await add(config, () => applyConfig(deps, connection, config))
    else log.warn('the settings of an account from the Worker cannot be read')
  }
  // No check here may ever do it. A Worker that answers says that this clock is not far ahead.
  if (reposts.length > 0)
    await isStored(deps, ['old mentions could not be forgotten', {}], () =>
      deps.reposts.prune(deps.clock.now() - KEEP_RECORDS),
    )
  return stored.every(Boolean)
}

const NOT_APPLIED = 'story mentions from the Worker could not be applied'

/** What a click has claimed there is a person’s, also where this folder is older than the click, or its answer was lost. */
export const leftToPerson = (record: StoredRecord): StoredRecord =>
  record.runner === 'here' && record.status === 'PENDING' ? { ...record, auto: false } : record

/** `runner`: who continues with it from here on. What this computer has taken over is never overwritten. */
export async function applyRecord(
  deps: DelegationDeps,
  { keyId }: Pick<CloudConnection, 'keyId'>,
  given: StoredRecord,
  runner: RepostRecord['runner'] = given.runner,
): Promise<void> {
  const reported = recordOfStored(given)
  const { reposts, accounts } = deps
  await addRepostPost(deps, keyId, reported)
  if ((await reposts.record(reported.id)) === null) {
    // One of another computer that has the same Worker stays there, as its posts do.
    if (await accounts.get(reported.accountId))
      await reposts.addRecords([{ ...reported, runner, version: 1 }])
    return
  }
  await reposts.updateRecord(reported.id, (stored) => {
    if (stored.runner === 'here' || stored.accountId !== reported.accountId) return null
    const next = { ...stored, ...reported, runner, version: stored.version }
    return isSame(stored, next) ? null : { ...next, version: stored.version + 1 }
  })
}

/** The post that the Worker made for it; the job of the same id reports its outcome. */
async function addRepostPost(deps: DelegationDeps, keyId: string, reported: RepostRecord): Promise<void> {
  const { handovers, accounts, reposts, clock, userId } = deps
  const { postId, mediaUrl, mediaKind, accountId } = reported
  if (postId === null || mediaUrl === null || mediaKind === null) return
  if ((await handovers.get(postId)) || (await handovers.postOf(postId)) || !(await accounts.get(accountId)))
    return
  const known = await reposts.record(reported.id)
  // It was here, and the user has deleted it.
  if (known?.postId === postId) return
  // A disconnection that a crash has interrupted has taken the configuration away.
  const config = await reposts.config(accountId)
  const now = clock.now()
  const publishAt = reported.publishedAt ?? reported.updatedAt
  const autoTagOriginalPoster = config?.autoTagOriginalPoster ?? true
  const { originalUsername: author, note } = reported
  const content = storyContent(accountId, { mediaFileIds: [], tagged: autoTagOriginalPoster ? author : null })
  await handovers.accept(
    {
      ...newPost(content, { id: postId, userId, status: 'SCHEDULED', now }),
      sourceType: 'AUTO_REPOST',
      isScheduled: true,
      scheduledFor: publishAt,
      remoteMedia: { kind: mediaKind, url: mediaUrl },
      warnings: note === null ? null : [note],
      handover: 'cloud',
      cloudJobId: postId,
    },
    // Its job may have been reported before: it is asked for by name, unless this page has it.
    handoverAtWorker({ id: postId, postId, accountId, publishAt, files: [] }, whileHeld(1, keyId), now),
  )
}

/** Applies what the Worker found out; never what the user may have changed since. */
async function applyConfig(
  deps: DelegationDeps,
  connection: CloudConnection,
  reported: ReportedConfig,
): Promise<void> {
  const { accountId, revision } = reported
  const stored = await deps.reposts.config(accountId)
  if (stored === null) return recallUnknown(deps, connection, accountId, revision)
  if (stored.ownership.state === 'local') {
    // It checks mentions of an account that this computer considers its own: the data here is older, or of another
    // folder.
    const { keyId } = connection
    await saveOwnership(deps, accountId, { state: 'recalling', keyId, sent: revision, confirmed: null })
    return
  }
  const ownership = underKey(stored.ownership, connection.keyId)
  if (ownership) await saveOwnership(deps, accountId, ownership)
  if (stored.ownership.state === 'worker') await applyWorkerConfig(deps, reported)
}

/** Applies the Worker's configuration, whichever side owns the account now. `isAnswer`: to a delegation of what is stored. */
export async function applyWorkerConfig(
  deps: ConfigDeps,
  reported: ReportedConfig,
  isAnswer = false,
): Promise<RepostConfig | null> {
  return changeConfig(deps, reported.accountId, (stored) => {
    const isNewer = reported.revision >= stored.revision && (isAnswer || !hasUnconfirmed(stored))
    const now = deps.clock.now()
    const change = {
      ...findingsOf(reported),
      ...warningsOfBoth(stored, reported, now),
      ...repostsOfBoth(stored, reported, now),
      ...(isNewer || tellsOfStop(stored, reported) ? sharedStateOf(reported) : {}),
    }
    const ignoreBefore = ignoreBeforeOfBoth(stored, reported, now)
    const next = { ...stored, ...change, ignoreBefore }
    return isSame(stored, next) ? null : { ...change, ignoreBefore }
  })
}

/**
 * True when the user has changed something that the Worker has not confirmed. Its own number says nothing then: a run that is lost may
 * have used the same one, or higher ones.
 */
function hasUnconfirmed({ revision, ownership: { state, confirmed } }: RepostConfig): boolean {
  return state !== 'delegating' && revision > (confirmed ?? 0)
}

/** A look that has not ended is among them: recalled amid it, nobody has read its answer. */
function findingsOf(reported: ReportedConfig) {
  const { lastPollAt, lastPollStatus, lastPollError, askingSince, lastAutoSyncAt, memory } = reported
  return { lastPollAt, lastPollStatus, lastPollError, askingSince, lastAutoSyncAt, memory }
}

/** True when a check that is new here has stopped it: what the user has changed meanwhile does not lift that. */
function tellsOfStop(stored: RepostConfig, { autoDisabledAt, lastPollAt, lastAutoSyncAt }: ReportedConfig) {
  const isNews = lastPollAt !== stored.lastPollAt || lastAutoSyncAt !== stored.lastAutoSyncAt
  return isNews && autoDisabledAt !== null
}

/** The user can change it, too: the newer value counts. */
function sharedStateOf({
  isEnabled,
  nextPollAt,
  consecutiveFailures,
  autoDisabledAt,
  autoDisableReason,
}: ReportedConfig) {
  return { isEnabled, nextPollAt, consecutiveFailures, autoDisabledAt, autoDisableReason }
}

/** The Worker looks for mentions of an account for which nothing is set up here. */
async function recallUnknown(
  { accounts, isHeld }: DelegationDeps,
  { worker }: CloudConnection,
  accountId: string,
  revision: number,
): Promise<void> {
  // A disconnected account is removed there as a whole.
  if (isHeld() || !(await accounts.get(accountId))) return
  requireDone(await worker.recallReposts(accountId, revision))
}

function isSame<T extends object>(a: T, b: T): boolean {
  const names = Object.keys({ ...a, ...b }) as (keyof T)[]
  return names.every((name) => JSON.stringify(a[name]) === JSON.stringify(b[name]))
}
