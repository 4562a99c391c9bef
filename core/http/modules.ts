import type { Accounts } from '../features/accounts/accounts.ts'
import type { ApiKeys } from '../features/api-keys/keys.ts'
import type { Approvals } from '../features/approvals/approvals.ts'
import type { Attention } from '../features/attention/attention.ts'
import type { Cloud } from '../features/cloud/cloud.ts'
import type { Events } from '../features/events/events.ts'
import type { Insights } from '../features/insights/insights.ts'
import type { Media } from '../features/media/media.ts'
import type { System } from '../ports/system.ts'
import type { Captions } from '../features/posts/captions.ts'
import type { Planner } from '../features/scheduling/planner.ts'
import type { Posts } from '../features/posts/posts.ts'
import type { Reposts } from '../features/reposts/reposts.ts'
import type { Scheduling } from '../features/scheduling/scheduling.ts'
import type { Recurrences } from '../features/scheduling/recurrence/recurrences.ts'
import type { Slots } from '../features/scheduling/slots/slots.ts'
import type { Sessions } from '../features/sessions/sessions.ts'
import type { Setup } from '../features/setup/setup.ts'

/** What the server can do, one module per feature: each knows what it needs, and routes know only the modules. */
export interface AppModules {
  readonly posts: Posts
  readonly scheduling: Scheduling
  readonly slots: Slots
  readonly recurrences: Recurrences
  readonly planner: Planner
  readonly captions: Captions
  readonly media: Media
  readonly insights: Insights
  readonly accounts: Accounts
  readonly sessions: Sessions
  readonly apiKeys: ApiKeys
  readonly approvals: Approvals
  readonly setup: Setup
  readonly cloud: Cloud
  readonly reposts: Reposts
  readonly attention: Attention
  readonly events: Events
  readonly system: System
}
