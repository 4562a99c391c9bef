import type { Posts } from '../posts/posts.ts'
import type { Scheduling } from '../scheduling/scheduling.ts'

/** What the server can do, one module per feature: each knows what it needs, and routes know only the modules. */
export interface AppModules {
  readonly posts: Posts
  readonly scheduling: Scheduling
}
