// The only place in the Worker that names concrete adapters: bindings in, the app out.
import { createWorkerApp } from '../core/http/worker-app.ts'
import { createWorkerClock } from './worker-clock.ts'

export function compose(env: Env) {
  return createWorkerApp({ clock: createWorkerClock(), version: env.WORKER_VERSION })
}
