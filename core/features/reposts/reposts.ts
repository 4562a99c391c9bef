// What requests can do with story reposts: each use case bound to what it needs, replying as the contract shows it.
// The recurring checks are bound here, too.
import { CodedError } from '../../coded-error.ts'
import type { RepeatingJob } from '../../ports/repeating-jobs.ts'
import type { RepostConfig, RepostRecord } from '../../ports/reposts/repost-store.ts'
import type { StoryViewer } from '../../ports/reposts/story-download.ts'
import type { Instant } from '../../time.ts'
import { configBody, itemBody } from './bodies.ts'
import { runCheckJob, scheduleAllChecks } from './scanning/check-jobs.ts'
import { scanByHand } from './scanning/manual-scan.ts'
import type { RepostsDeps } from './reposts-deps.ts'
import {
  changeRepostSettings,
  configureReposts,
  disableReposts,
  enableReposts,
  removeReposts,
  type SettingsChange,
  type WantedSettings,
} from './settings/configure.ts'
import { dismissByHand, repostByHand } from './stories/by-hand.ts'
import { exists } from '../../engine/reposts/change-config.ts'
import { asExpired, syncRecords } from '../../engine/reposts/sync-records.ts'
import { isUsableSource } from './scanning/sources.ts'
import { callBarrier } from '../../rules/reposts/limits.ts'

export function createReposts(deps: RepostsDeps) {
  const { clock, privateApiSetup } = deps
  return {
    async readStatus(accountId: string | undefined) {
      const { configured, config } = await readRepostStatus(deps, accountId)
      const body = config && configBody(config, clock.now())
      return { configured, isEnabled: config?.isEnabled ?? false, config: body }
    },
    configure: async (accountId: string, wanted: WantedSettings) =>
      configBody(await configureReposts(deps, accountId, wanted), clock.now()),
    changeSettings: async (accountId: string, change: SettingsChange) =>
      configBody(await changeRepostSettings(deps, accountId, change), clock.now()),
    enable: (accountId: string) => enableReposts(deps, accountId),
    disable: (accountId: string) => disableReposts(deps, accountId),
    remove: (accountId: string) => removeReposts(deps, accountId),
    async scan(accountId: string | undefined) {
      const { found, pending, skipped } = await scanByHand(deps, accountId)
      return { detected: found.length, pending, items: found.map(itemBody), skipped: [...skipped] }
    },
    async list(accountId: string | undefined) {
      const { records, hasMore } = await readRepostHistory(deps, accountId)
      return { reposts: records.map(itemBody), hasMore }
    },
    repost: async (id: string) => itemBody(await repostByHand(deps, id)),
    dismiss: async (id: string) => itemBody(await dismissByHand(deps, id)),
    showStory: (id: string) => showStory(deps, id),
    /** The owner's session at the private API. */
    session: privateApiSetup,
    scheduleChecks: () => scheduleAllChecks(deps),
    runCheck: (job: RepeatingJob) => runCheckJob(deps, job),
  }
}

export type Reposts = ReturnType<typeof createReposts>

interface RepostState {
  /** There is a configuration, and a source to read the mentions from. */
  readonly configured: boolean
  readonly config: RepostConfig | null
}

/** Reads the status of the account, or of the one that was configured first. */
async function readRepostStatus(deps: RepostsDeps, accountId: string | undefined): Promise<RepostState> {
  const configs = (await deps.reposts.configs()).filter(exists)
  const config = configs.find((one) => accountId === undefined || one.accountId === accountId) ?? null
  const account = config && (await deps.accounts.get(config.accountId))
  if (!account) return { configured: false, config }
  return { configured: isUsableSource(await deps.sourcesFor(account), config.source), config }
}

const MOST = 200
const OPEN = ['PENDING', 'REPOSTING'] as const

/** Newest first, each as its post stands now. However many have come since, one that waits is among them. */
async function readRepostHistory(
  deps: RepostsDeps,
  accountId: string | undefined,
): Promise<{ readonly records: readonly RepostRecord[]; readonly hasMore: boolean }> {
  await syncRecords(deps, accountId)
  const newest = await deps.reposts.records({ accountId, limit: MOST + 1 })
  const open = await deps.reposts.records({ accountId, statuses: OPEN, limit: MOST })
  const openIds = new Set(open.map(({ id }) => id))
  let room = MOST - open.length
  const shown = newest.filter(({ id }) => openIds.delete(id) || (room -= 1) >= 0)
  // Those that are left are older than all of these.
  const records = [...shown, ...open.filter(({ id }) => openIds.has(id))]
  const now = deps.clock.now()
  return { records: records.map((one) => shownAt(one, now)), hasMore: newest.length > MOST }
}

/** Its story ends at that time, also where the Worker, whose mention it is, says so only after its next check. */
function shownAt(record: RepostRecord, now: Instant): RepostRecord {
  return record.status === 'PENDING' && record.expiresAt <= now ? asExpired(record, 'expired', now) : record
}

type Story = NonNullable<Awaited<ReturnType<StoryViewer['open']>>>

/**
 * Shows the story behind a mention to the owner who decides about it: streamed, never kept. Throws NOT_FOUND where
 * there is nothing to see, PLATFORM_ERROR where no host answers. After a warning none is asked.
 */
async function showStory(deps: RepostsDeps, id: string): Promise<Story> {
  const { reposts, accounts, clock, storyView } = deps
  const record = await reposts.record(id)
  const account = record && (await accounts.get(record.accountId))
  if (!account || record.mediaUrl === null || record.gone !== null || record.expiresAt <= clock.now())
    throw new CodedError('NOT_FOUND', 'Story not found.')
  const config = await reposts.config(record.accountId)
  const barrier = config && callBarrier(config, clock.now())
  if (barrier) throw new CodedError('NOT_FOUND', barrier.message)
  const story = await storyView.open(record.mediaUrl, account).catch((cause: unknown) => {
    throw new CodedError('PLATFORM_ERROR', 'The story could not be loaded.', { cause })
  })
  if (story === null) throw new CodedError('NOT_FOUND', 'Story not found.')
  return story
}
