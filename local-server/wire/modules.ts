// Each feature module with what it names, and nothing else: secrets go no further than the module that needs them.
import { setTimeout as pause } from 'node:timers/promises'
import { createAccounts, type AccountsDeps } from '../../core/accounts/accounts.ts'
import { createApiKeys, type ApiKeysDeps } from '../../core/api-keys/keys.ts'
import type { Cloud } from '../../core/cloud/cloud.ts'
import type { AppModules } from '../../core/http/modules.ts'
import { createMedia, type MediaDeps } from '../../core/media/media.ts'
import type { SessionStore } from '../../core/ports/session-store.ts'
import type { System } from '../../core/ports/system.ts'
import { createPlanner, type PlannerDeps } from '../../core/posts/planner.ts'
import { createPosts, type PostsDeps } from '../../core/posts/posts.ts'
import { webCryptoRandom as random } from '../../core/random.ts'
import type { Reposts } from '../../core/reposts/reposts.ts'
import { createRecurrences, type RecurrencesDeps } from '../../core/scheduling/recurrence/recurrences.ts'
import { createScheduling, type SchedulingDeps } from '../../core/scheduling/scheduling.ts'
import { createSlots } from '../../core/scheduling/slots/slots.ts'
import { createLaunchTokens, type LaunchTokens } from '../../core/sessions/launch-tokens.ts'
import { createSessions, type Sessions } from '../../core/sessions/sessions.ts'
import { createSetup, type SetupDeps } from '../../core/setup/setup.ts'
import type { Secrets } from '../data-folder/secrets.ts'
import { nodeClock as clock } from '../node-clock.ts'

/** What the modules stand on, all together. The keys to a login are not among it. */
export interface ModuleParts
  extends
    PostsDeps,
    SchedulingDeps,
    MediaDeps,
    AccountsDeps,
    ApiKeysDeps,
    SetupDeps,
    PlannerDeps,
    RecurrencesDeps {
  readonly ledger: PostsDeps['ledger']
  readonly accounts: PostsDeps['accounts']
  readonly recurrences: RecurrencesDeps['recurrences']
  readonly images: MediaDeps['images']
  readonly planner: PlannerDeps['planner']
}

export interface SigningIn {
  readonly sessions: Sessions
  readonly launchTokens: LaunchTokens
  /** This life of the server, as the data folder names it. */
  readonly life: string
}

interface Installation {
  readonly instanceId: string
  readonly userId: string
}

export function createSigningIn(
  { sessionKey, folderSecret }: Secrets,
  sessions: SessionStore,
  { instanceId, userId }: Installation,
  ownOrigin: () => string,
): SigningIn {
  const [launchTokens, life] = [createLaunchTokens({ clock, random }), random.uuid()]
  const module = createSessions({
    sessions,
    sessionKey,
    folderSecret,
    instanceId,
    userId,
    life,
    launchTokens,
    clock,
    random,
    ownOrigin,
    pause: (milliseconds) => pause(milliseconds),
  })
  return { sessions: module, launchTokens, life }
}

/** Modules that stand on things of their own. */
interface OwnModules {
  readonly sessions: Sessions
  readonly cloud: Cloud
  readonly reposts: Reposts
  readonly system: System
}

export function createModules(parts: ModuleParts, own: OwnModules): AppModules {
  const { accounts, blobs, cloud, hold, ledger, media, posts, repeatingJobs, settings, userId } = parts
  const { images, videos, remuxer, superseded, transcodes, intake, planner, slots, recurrences } = parts
  const { attempts, logins, log, pictures, privateApi, reposts, vault, fixedApps, keys, limiter } = parts
  const { accessTo, appFor, mediaAddress, platform, redirectUri, servesPublicMedia, sha256, wake } = parts
  const changing = { posts, ledger, accounts, media, blobs, settings, cloud, clock, random, userId, wake }
  const keeping = { images, videos, remuxer, blobs, media, clock, random }
  const connecting = { accounts, blobs, images, pictures, random, log, vault, clock, logins, attempts }
  return {
    posts: createPosts({ ...changing, mediaAddress, platform, accessTo }),
    planner: createPlanner({ planner, accounts, clock }),
    scheduling: createScheduling({
      ...changing,
      mediaAddress,
      planner,
      slots,
      recurrences,
      repeatingJobs,
      hold,
    }),
    slots: createSlots({ ...changing, slots }),
    recurrences: createRecurrences({ posts, accounts, recurrences, slots, hold, clock, random }),
    media: createMedia({
      ...keeping,
      superseded,
      transcodes,
      intake,
      planner,
      mediaAddress,
      servesPublicMedia,
    }),
    accounts: createAccounts({
      ...connecting,
      appFor,
      redirectUri,
      settings,
      ledger,
      reposts,
      privateApi,
      cloud,
      userId,
    }),
    ...own,
    apiKeys: createApiKeys({ keys, clock, random, sha256, limiter }),
    setup: createSetup({ settings, vault, fixedApps, logins, redirectUri }),
  }
}
