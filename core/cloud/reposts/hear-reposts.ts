// What the Worker tells of mentions becomes what this computer knows. Telling the same twice changes nothing.
import type { RepostConfig, RepostRecord } from '../../ports/repost-store.ts'
import { newPost } from '../../posts/new-post.ts'
import { changeConfig } from '../../story-repost/change-config.ts'
import { storyContent } from '../../story-repost/story-content.ts'
import type { CloudConnection } from '../connection.ts'
import { reasonOf } from '../handover/ask-worker.ts'
import type { HandoverPorts } from '../handover/handover-ports.ts'
import type { ChangesPage } from '../protocol.ts'
import { laterOf } from '../worker/repost-rules.ts'
import { isRepostConfig, isRepostRecord } from '../worker/repost-shapes.ts'
import { saveDelegation } from './delegation.ts'

type Heard = Pick<ChangesPage, 'repostConfigs' | 'reposts'>

/** To be called before the jobs of the page are taken in: a record comes with the post that reposts it. */
export async function hearReposts(
  ports: HandoverPorts,
  connection: CloudConnection,
  { repostConfigs, reposts }: Heard,
): Promise<void> {
  const { log } = ports
  for (const { record } of reposts)
    await heard(ports, record.accountId, async () => {
      if (!isRepostRecord(record)) return log.warn('a mention that the Worker tells of cannot be read')
      await adoptRecord(ports, connection, record)
    })
  for (const config of repostConfigs)
    await heard(ports, config.accountId, async () => {
      if (!isRepostConfig(config)) return log.warn('what the Worker tells of an account cannot be read')
      await adoptConfig(ports, connection, config)
    })
}

async function heard({ log }: HandoverPorts, accountId: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    log.error('what the Worker tells of story mentions could not be taken in', { accountId, error })
  }
}

/** `runner`: who goes on with it from here on. What this computer has taken from the Worker is never overwritten. */
export async function adoptRecord(
  ports: HandoverPorts,
  { keyId }: Pick<CloudConnection, 'keyId'>,
  told: RepostRecord,
  runner: RepostRecord['runner'] = told.runner,
): Promise<void> {
  const { reposts } = ports
  await adoptPost(ports, keyId, told)
  for (;;) {
    const stored = await reposts.record(told.id)
    if (stored === null) {
      await reposts.addRecords([{ ...told, runner, version: 1 }])
      return
    }
    if (stored.runner === 'here' || stored.accountId !== told.accountId) return
    const next = { ...stored, ...told, runner, version: stored.version }
    if (isSame(stored, next)) return
    if (await reposts.moveRecord({ ...next, version: stored.version + 1 })) return
  }
}

/** The post that the Worker has made for it; its job, of the same id, tells what becomes of it. */
async function adoptPost(ports: HandoverPorts, keyId: string, told: RepostRecord): Promise<void> {
  const { handovers, posts, accounts, reposts, clock } = ports
  const { postId, mediaUrl, mediaKind, accountId } = told
  if (postId === null || mediaUrl === null || mediaKind === null) return
  if ((await handovers.get(postId)) || (await posts.get(postId)) || !(await accounts.get(accountId))) return
  const config = await reposts.config(accountId)
  const known = await reposts.record(told.id)
  // It was here, and the user has deleted it.
  if (!config || known?.postId === postId) return
  const now = clock.now()
  const publishAt = told.publishedAt ?? told.updatedAt
  const { autoTagOriginalPoster, userId } = config
  const { originalUsername: author, note } = told
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
    {
      id: postId,
      postId,
      accountId,
      version: 1,
      phase: 'cloud',
      revision: 1,
      publishAt,
      keyId,
      files: [],
      asked: null,
      tries: 0,
      // Its job may have been told of before: it is asked for by name, unless this page has it.
      nextAt: now,
      lastError: null,
      createdAt: now,
      updatedAt: now,
    },
  )
}

/** What the Worker has found out; not what the user may have changed since. */
export async function adoptConfig(
  ports: HandoverPorts,
  connection: CloudConnection,
  told: RepostConfig,
): Promise<void> {
  const { accountId, revision } = told
  const stored = await ports.reposts.config(accountId)
  if (stored === null) return endUnknown(ports, connection, accountId, revision)
  if (stored.runner === 'here') {
    // It looks for mentions of an account that this computer has for its own: data of an older day, or of another folder.
    await saveDelegation(ports, accountId, { keyId: connection.keyId, sent: revision, confirmed: revision })
    await changeConfig(ports, accountId, ({ runner }) => (runner === 'here' ? { runner: 'fetching' } : null))
    return
  }
  if (stored.runner === 'cloud') await takeIn(ports, told)
}

/** Whoever has the account now. */
export async function takeIn(
  ports: Pick<HandoverPorts, 'reposts' | 'clock'>,
  told: RepostConfig,
): Promise<RepostConfig | null> {
  return changeConfig(ports, told.accountId, (stored) => {
    const change = { ...foundOut(told), ...(told.revision >= stored.revision ? itsState(told) : {}) }
    const ignoreBefore = laterOf(stored.ignoreBefore, told.ignoreBefore)
    const next = { ...stored, ...change, ignoreBefore }
    return isSame(stored, next) ? null : { ...change, ignoreBefore }
  })
}

function foundOut(told: RepostConfig) {
  const { lastPollAt, lastPollStatus, lastPollError, lastRepostAt, lastAutoSyncAt, memory } = told
  const { challengedAt, blockedAt, pausedUntil, repostsToday, repostsTodayResetAt } = told
  const polls = { lastPollAt, lastPollStatus, lastPollError, lastRepostAt, lastAutoSyncAt, memory }
  return {
    ...polls,
    challengedAt,
    blockedAt,
    pausedUntil,
    repostsToday,
    repostsTodayResetAt,
  }
}

/** Also the user's to change: the newer word counts. */
function itsState({
  isEnabled,
  nextPollAt,
  consecutiveFailures,
  autoDisabledAt,
  autoDisableReason,
}: RepostConfig) {
  return { isEnabled, nextPollAt, consecutiveFailures, autoDisabledAt, autoDisableReason }
}

async function endUnknown(
  { accounts, isHeld, log }: HandoverPorts,
  { worker }: CloudConnection,
  accountId: string,
  revision: number,
): Promise<void> {
  // An account that is gone is forgotten there as a whole.
  if (isHeld() || !(await accounts.get(accountId))) return
  const reply = await worker.recallReposts(accountId, revision)
  if (reply.kind !== 'ok')
    log.warn('the Worker looks for mentions of an account for which nothing is set up here', {
      accountId,
      reason: reasonOf(reply),
    })
}

function isSame<T extends object>(a: T, b: T): boolean {
  const names = Object.keys({ ...a, ...b }) as (keyof T)[]
  return names.every((name) => JSON.stringify(a[name]) === JSON.stringify(b[name]))
}
