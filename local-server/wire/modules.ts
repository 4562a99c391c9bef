// The modules of the domain, each with the adapters that it uses.
import { hash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createAccounts } from '../../core/features/accounts/accounts.ts'
import { createApiKeys } from '../../core/features/api-keys/keys.ts'
import { createApprovals } from '../../core/features/approvals/approvals.ts'
import { createEvents } from '../../core/features/events/events.ts'
import type { AppModules } from '../../core/http/modules.ts'
import { readMediaAddress } from '../../core/features/media/media-body.ts'
import type { ChangeDeps } from '../../core/features/posts/change-deps.ts'
import { createCaptions } from '../../core/features/posts/captions.ts'
import { createPlanner } from '../../core/features/scheduling/planner.ts'
import { createPosts } from '../../core/features/posts/posts.ts'
import { webCryptoRandom as random } from '../../core/random.ts'
import type { RateLimiter } from '../../core/features/rate-limits/sliding-log.ts'
import { createReposts } from '../../core/features/reposts/reposts.ts'
import type { Sessions } from '../../core/features/sessions/sessions.ts'
import { createSetup } from '../../core/features/setup/setup.ts'
import type { ScheduledBackups } from '../backup/scheduled-backups.ts'
import type { Config } from '../config.ts'
import { nodeClock as clock, startPause } from '../node-clock.ts'
import { createCloudModule } from './cloud.ts'
import type { Folder } from './data-folder.ts'
import { composeAttention } from './attention.ts'
import { createMediaModule } from './media.ts'
import { composePlanning, composeWarnings } from './planning.ts'
import { composeSystem } from './system.ts'
import type { Outside } from './outside.ts'

export function createModules(
  config: Config,
  folder: Folder,
  outside: Outside,
  {
    sessions,
    limiter,
    backups,
  }: {
    readonly sessions: Sessions
    readonly limiter: RateLimiter
    readonly backups: ScheduledBackups | null
  },
): AppModules {
  const { accounts, keys, media, planner, settings, vault } = folder
  const { accessTo, addresses, delegation, outgoing, platform } = outside
  const { login: logins, redirectUri } = outside.logins
  const { moves, exchange } = delegation
  const { mediaBucket } = outside.cloud.cloudSetup
  const { servesPublicMedia } = addresses
  const mediaAddress = () => readMediaAddress({ accounts, mediaBucket, ...addresses.mediaBases() })
  const warnings = composeWarnings(folder, { mediaAddress, sendsStoryFiles: outside.sendsStoryFiles })
  const system = composeSystem(config, folder, outside.readVersion)
  const { readFacts, readSleepSetting } = system
  const changing = changeDepsOf(folder, outside)
  const posts = createPosts({ ...changing, media, mediaAddress, accessTo, platform }, warnings)
  const { handovers } = exchange
  const planning = composePlanning(folder, changing, { ...outside, handovers, mediaAddress }, warnings)
  return {
    posts,
    ...planning,
    approvals: createApprovals({ ...folder, clock, random, mediaAddress }, posts, planning.scheduling),
    planner: createPlanner({ planner, accounts, settings, clock }),
    captions: createCaptions({ planner, settings }),
    media: createMediaModule(config, folder, outside.renderings, { mediaAddress, servesPublicMedia }),
    accounts: createAccountsModule(folder, outside),
    sessions,
    apiKeys: createApiKeys({ keys, limiter, sha256: (text) => hash('sha256', text), clock, random }),
    setup: createSetup({ settings, vault, fixedApps: config.apps, logins, redirectUri }),
    cloud: createCloudModule(config, folder, outside.cloud, { fetch: outgoing.fetch, moves }),
    reposts: createReposts(outside.reposts),
    attention: composeAttention(folder, outside, {
      mediaAddress,
      readFacts,
      readSleepSetting,
      backupOverdueSince: async () => backups?.overdueSince() ?? null,
    }),
    events: createEvents({ ...folder, clock, startPause }),
    system,
  }
}

/** What every way to accept or change a post uses. */
function changeDepsOf(
  { accounts, blobs, ledger, media, posts, settings, userId }: Folder,
  { delegation: { runner: cloud }, wake }: Outside,
): ChangeDeps {
  return { accounts, blobs, cloud, clock, ledger, media, posts, random, settings, userId, wake }
}

function createAccountsModule(folder: Folder, outside: Outside) {
  const { accounts, blobs, ledger, log, media, privateApi, reposts, settings, userId, vault } = folder
  const { accessTo, delegation, logins, outgoing, platform, publicUrl, renderings } = outside
  return createAccounts({
    accounts,
    blobs,
    images: renderings.images,
    pictures: logins.pictures,
    logins: logins.login,
    attempts: logins.attempts,
    appFor: logins.appFor,
    redirectUri: logins.redirectUri,
    vault,
    media,
    settings,
    ledger,
    reposts,
    privateApi,
    cloud: delegation.runner,
    platform,
    accessTo,
    publicUrl,
    fetchPublic: outgoing.fetch,
    pause: waitFor,
    clock,
    random,
    log,
    userId,
  })
}

const waitFor = (milliseconds: number) => pause(milliseconds, undefined, { ref: false })
