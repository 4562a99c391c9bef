// The frame of an answer: the error envelope and the headers that the platform sends with everything.
import type { Instant } from '../../../core/time.ts'
import { pageOf } from '../people/cast.ts'
import type { GraphError } from './graph-error.ts'

/** Whole percents of a limit. With less than the least nothing is said of it, as on the platform after few calls. */
const LEAST = 1
const REACHED = 100

const APP_USAGE = 'x-app-usage'
const BUSINESS_USAGE = 'x-business-use-case-usage'

/** `usageOf`: the account or Page whose limits are meant; null before the caller is known. */
export function refusalResponse(error: GraphError, traceId: string, usageOf: string | null): Response {
  const response = Response.json(error.envelope(traceId), { status: error.httpStatus })
  const { throttled } = error.facts
  if (throttled?.kind === 'app') response.headers.set(APP_USAGE, usage(REACHED))
  if (throttled?.kind === 'business') {
    response.headers.set(BUSINESS_USAGE, businessUsage(usageOf, REACHED, throttled.minutes))
  }
  return response
}

/** Sets the usage headers as a fault wants them. */
export function setUsage(response: Response, usageOf: string | null, percent: number, minutes: number): void {
  response.headers.set(APP_USAGE, usage(percent))
  response.headers.set(BUSINESS_USAGE, businessUsage(usageOf, percent, minutes))
}

export interface Stamp {
  readonly version: string
  readonly traceId: string
  readonly now: Instant
  readonly usageOf: string | null
  /** The used part of the day's calls; shown where there is enough of it and no fault shows anything else. */
  readonly percent: number
}

/** `date` is the sandbox's own clock: clients measure theirs against it. */
export function stamp(response: Response, { version, traceId, now, usageOf, percent }: Stamp): Response {
  const { headers } = response
  headers.set('facebook-api-version', version)
  headers.set('x-fb-trace-id', traceId)
  headers.set('date', new Date(now).toUTCString())
  headers.set('cache-control', 'private, no-cache, no-store, must-revalidate')
  if (percent < LEAST) return response
  const used = Math.min(REACHED, percent)
  if (!headers.has(APP_USAGE)) headers.set(APP_USAGE, usage(LEAST))
  if (!headers.has(BUSINESS_USAGE)) headers.set(BUSINESS_USAGE, businessUsage(usageOf, used, 0))
  return response
}

function usage(percent: number): string {
  return JSON.stringify({ call_count: percent, total_cputime: percent, total_time: percent })
}

function businessUsage(usageOf: string | null, percent: number, minutes: number): string {
  const counts = { call_count: percent, total_cputime: percent, total_time: percent }
  const type = usageOf !== null && pageOf(usageOf) ? 'pages' : 'instagram'
  return JSON.stringify({
    [usageOf ?? '0']: [{ type, ...counts, estimated_time_to_regain_access: minutes }],
  })
}
