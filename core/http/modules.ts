import type { Accounts } from '../accounts/accounts.ts'
import type { ApiKeys } from '../api-keys/keys.ts'
import type { Approvals } from '../approvals/approvals.ts'
import type { Attention } from '../attention/attention.ts'
import type { Cloud } from '../cloud/cloud.ts'
import type { Events } from '../events/events.ts'
import type { Media } from '../media/media.ts'
import type { System } from '../ports/system.ts'
import type { Captions } from '../posts/captions.ts'
import type { Planner } from '../scheduling/planner.ts'
import type { Posts } from '../posts/posts.ts'
import type { Reposts } from '../reposts/reposts.ts'
import type { Scheduling } from '../scheduling/scheduling.ts'
import type { Recurrences } from '../scheduling/recurrence/recurrences.ts'
import type { Slots } from '../scheduling/slots/slots.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Setup } from '../setup/setup.ts'

/** What the server can do, one module per feature: each knows what it needs, and routes know only the modules. */
export interface AppModules {
  readonly posts: Posts
  readonly scheduling: Scheduling
  readonly slots: Slots
  readonly recurrences: Recurrences
  readonly planner: Planner
  readonly captions: Captions
  readonly media: Media
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
