// The modules of the domain. Each takes what it names of the parts, and its type says what that is.
import { hash } from 'node:crypto'
import { createAccounts } from '../../core/features/accounts/accounts.ts'
import { createApiKeys } from '../../core/features/api-keys/keys.ts'
import { createApprovals } from '../../core/features/approvals/approvals.ts'
import { createAttention } from '../../core/features/attention/attention.ts'
import { createEvents } from '../../core/features/events/events.ts'
import { createInsights } from '../../core/features/insights/insights.ts'
import { createMedia } from '../../core/features/media/media.ts'
import { createCaptions } from '../../core/features/posts/captions.ts'
import { createPosts } from '../../core/features/posts/posts.ts'
import type { RateLimiter } from '../../core/features/rate-limits/sliding-log.ts'
import { createReposts } from '../../core/features/reposts/reposts.ts'
import { createPlanner } from '../../core/features/scheduling/planner.ts'
import { createPostWarnings } from '../../core/features/scheduling/post-warnings.ts'
import { createRecurrences } from '../../core/features/scheduling/recurrence/recurrences.ts'
import { createScheduling } from '../../core/features/scheduling/scheduling.ts'
import { createSlots } from '../../core/features/scheduling/slots/slots.ts'
import type { Sessions } from '../../core/features/sessions/sessions.ts'
import { createSetup } from '../../core/features/setup/setup.ts'
import { foreseeRelease } from '../../core/engine/publishing/restored/release-outlook.ts'
import type { AppModules } from '../../core/http/modules.ts'
import type { ScheduledBackups } from '../backup/scheduled-backups.ts'
import type { Config } from '../config.ts'
import { createCloudModule } from './cloud.ts'
import type { Parts } from './outside.ts'
import { composeSystem } from './system.ts'

export function createModules(
  config: Config,
  parts: Parts,
  { sessions, limiter, backups }: OfTheRun,
): AppModules {
  const warnings = createPostWarnings(parts)
  const posts = createPosts(parts, warnings)
  const releasing = (ids: readonly string[]) => foreseeRelease(parts, ids)
  const scheduling = createScheduling({ ...parts, foreseeRelease: releasing }, warnings)
  const system = composeSystem(config, parts)
  const backupOverdueSince = async () => backups?.overdueSince() ?? null
  return {
    posts,
    scheduling,
    slots: createSlots(parts),
    recurrences: createRecurrences(parts),
    approvals: createApprovals(parts, posts, scheduling),
    planner: createPlanner(parts),
    captions: createCaptions(parts),
    media: createMedia(parts),
    insights: createInsights(parts),
    accounts: createAccounts(parts),
    sessions,
    apiKeys: createApiKeys({ ...parts, limiter, sha256: (text) => hash('sha256', text) }),
    setup: createSetup(parts),
    cloud: createCloudModule(config, parts),
    reposts: createReposts(parts.repostsDeps),
    attention: createAttention({ ...parts, ...system, backupOverdueSince }),
    events: createEvents(parts),
    system,
  }
}

interface OfTheRun {
  readonly sessions: Sessions
  readonly limiter: RateLimiter
  readonly backups: ScheduledBackups | null
}
