// What can be done about story repost, as requests ask for it: each use case bound to what it needs, answering as the contract
// shows it. The checks that come back by themselves are bound here, too.
import type { RepeatingJob } from '../ports/repeating-jobs.ts'
import { configBody, itemBody } from './bodies.ts'
import { readRepostHistory, readRepostStatus } from './repost-status.ts'
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
import { showStory } from './stories/show-story.ts'

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
