// What every command that plans a post says of it, a dry run as well: when, for which account, with which words, and what may come as a
// surprise.
import { firstWords, timeInZone } from '../time-of-day.ts'

export interface AnnouncedPost {
  readonly scheduledFor: string | null
  readonly timezone: string | null
  /** Its username. */
  readonly account: string | null
  readonly caption: string | null
  readonly warnings: readonly string[]
}

/** Empty where nothing is known. */
export function plannedWhen({
  scheduledFor,
  timezone,
}: Pick<AnnouncedPost, 'scheduledFor' | 'timezone'>): string {
  return scheduledFor === null ? '' : timeInZone(scheduledFor, timezone ?? 'UTC')
}

/** `Mon, 24 Nov 2031, 09:00 Europe/Berlin, @demo.kitchen, “Coffee and cake”`, and a line for each warning. */
export function plannedLines(post: AnnouncedPost): string[] {
  const words = firstWords(post.caption)
  const parts = [plannedWhen(post), post.account && `@${post.account}`, words && `“${words}”`]
  return [parts.filter(Boolean).join(', '), ...post.warnings.map((warning) => `  ! ${warning}`)]
}
