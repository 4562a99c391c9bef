import { toIso, type Instant } from '../../../core/time.ts'

/** `2026-11-20T13:00:00+0000`: whole seconds, and an offset without colon. */
export function platformTime(instant: Instant): string {
  return `${toIso(instant).slice(0, 19)}+0000`
}
