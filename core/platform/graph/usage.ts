// How near a call limit is, as the platform tells it in headers. They come only after enough calls: none means nothing.
// Source: developers.facebook.com, Graph API, rate limiting.
import * as z from 'zod'
import type { Usage } from '../../ports/platform/platform.ts'
import { MINUTE } from '../../time.ts'

const Percent = z.number().min(0).catch(0)
const Counts = z.object({ call_count: Percent, total_cputime: Percent, total_time: Percent })
const Business = z.record(
  z.string(),
  z.array(Counts.extend({ estimated_time_to_regain_access: z.number().min(0).catch(0) })),
)

/** The tightest of all windows that the headers speak of, or null when they speak of none. */
export function readUsage(headers: Headers): Usage | null {
  const app = parse(Counts, headers.get('x-app-usage'))
  const business = parse(Business, headers.get('x-business-use-case-usage'))
  const windows = [
    ...(app ? [{ ...app, estimated_time_to_regain_access: 0 }] : []),
    ...Object.values(business ?? {}).flat(),
  ].map((window) => ({
    percent: Math.max(window.call_count, window.total_cputime, window.total_time),
    minutes: window.estimated_time_to_regain_access,
  }))
  if (windows.length === 0) return null
  const minutes = Math.max(...windows.map((window) => window.minutes))
  return {
    percent: Math.max(...windows.map(({ percent }) => percent)),
    regainAfter: minutes > 0 ? minutes * MINUTE : null,
  }
}

function parse<T>(schema: z.ZodType<T>, text: string | null): T | null {
  if (text === null) return null
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return null
  }
}
