// The Worker's HTTP surface. Its routes are between server and Worker only; `/health` is open, so that a set-up can see
// the Worker come alive before any key is agreed.
import { Hono } from 'hono'
import { CodedError } from '../errors.ts'
import type { Clock } from '../ports/clock.ts'
import { toIso } from '../time.ts'
import { respondToError, type ErrorFunnel } from './respond-to-error.ts'

/** Nothing but the clock can fail yet, so nothing is reported. */
const FUNNEL: ErrorFunnel = { development: false, report: () => {} }

interface WorkerAppPorts {
  readonly clock: Clock
  readonly version: string
}

export function createWorkerApp({ clock, version }: WorkerAppPorts) {
  const app = new Hono()
  app.get('/health', (c) => c.json({ status: 'healthy' as const, timestamp: toIso(clock.now()), version }))
  // Who shows no valid key does not learn which routes exist.
  app.notFound((c) =>
    respondToError(c, new CodedError('AUTH_REQUIRED', 'Send the worker key as a Bearer token.'), FUNNEL),
  )
  app.onError((error, c) => respondToError(c, error, FUNNEL))
  return app
}
