// Everything the Workers runtime calls, and nothing else.
import { schedulerOf, wireApp } from './wire.ts'
import type { WorkerEnv } from './settings.ts'

export { Scheduler } from './scheduler.ts'

export default {
  fetch: (request, env, context) => wireApp(env).fetch(request, env, context),
  // Awaited: what is left to `waitUntil` does not count as part of the run.
  scheduled: ({ cron }, env) => schedulerOf(env).tick({ cron }),
} satisfies ExportedHandler<WorkerEnv>
