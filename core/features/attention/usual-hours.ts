// Learns from a bounded record of hours when in the week this computer usually runs. After a clock change, an hour counts
// as the one beside it for some weeks.
import { z } from 'zod'
import { attentionDetail } from '../../rules/notices/attention-details.ts'
import type { Clock } from '../../ports/clock.ts'
import type { PostRecord } from '../../ports/posts/post-store.ts'
import type { SettingsStore } from '../../ports/settings-store.ts'
import { DAY, HOUR, type Instant } from '../../time.ts'
import type { AttentionEntry } from './entries.ts'
import { isPublishedHere } from './night-check.ts'

const WEEK_HOURS = (7 * DAY) / HOUR
const WEEKS_KEPT = 4
/** With fewer, nothing is usual. */
const WEEKS_NEEDED = 2

const RunningHours = z.object({
  /** The last hour noted, counted from 1970. */
  last: z.int(),
  /** A digit for each hour up to that one: 1 where the server ran. */
  ran: z.string().regex(/^[01]+$/),
})
export type RunningHours = z.infer<typeof RunningHours>

const hourOf = (at: Instant): number => Math.floor(at / HOUR)

/** The record with this hour. A clock that was set back adds nothing; a record that a wrong clock made far ahead is given up. */
export function noteHour(record: RunningHours | null, now: Instant): RunningHours {
  const hour = hourOf(now)
  if (record === null || record.last - hour > WEEKS_KEPT * WEEK_HOURS) return { last: hour, ran: '1' }
  if (hour <= record.last) return record
  const missed = Math.min(hour - record.last - 1, WEEKS_KEPT * WEEK_HOURS)
  return { last: hour, ran: `${record.ran}${'0'.repeat(missed)}1`.slice(-WEEKS_KEPT * WEEK_HOURS) }
}

/** True when the server ran at that hour in less than half of the weeks before, without those in which it never ran: a holiday is no habit. */
export function isUsuallyOff({ last, ran }: RunningHours, at: Instant): boolean {
  const first = last - ran.length + 1
  const ranAround = (hour: number) =>
    ran.slice(Math.max(hour - first - WEEK_HOURS / 2, 0), hour - first + WEEK_HOURS / 2).includes('1')
  const weeks = Array.from({ length: WEEKS_KEPT }, (_, week) => hourOf(at) - (week + 1) * WEEK_HOURS)
  const known = weeks.filter((hour) => hour >= first && hour <= last && ranAround(hour))
  return (
    known.length >= WEEKS_NEEDED &&
    known.filter((hour) => ran[hour - first] === '1').length * 2 < known.length
  )
}

const SETTING = 'runningHours'

async function readHours(settings: SettingsStore): Promise<RunningHours | null> {
  return RunningHours.nullable()
    .catch(null)
    .parse(await settings.get(SETTING))
}

/** Writes once an hour. */
export async function noteRunningHour({
  settings,
  clock,
}: {
  readonly settings: SettingsStore
  readonly clock: Clock
}): Promise<void> {
  const before = await readHours(settings)
  const hours = noteHour(before, clock.now())
  if (hours !== before) await settings.put({ [SETTING]: hours })
}

/** Those of these posts that this computer is to publish in an hour in which it is usually off. */
export async function findWhileOff(
  { settings }: { readonly settings: SettingsStore },
  coming: readonly PostRecord[],
): Promise<AttentionEntry[]> {
  const here = coming.filter(isPublishedHere)
  const hours = here.length === 0 ? null : await readHours(settings)
  if (hours === null) return []
  const whileOff = here.filter((post) => post.scheduledFor !== null && isUsuallyOff(hours, post.scheduledFor))
  return whileOff.map(({ id, platformAccountId }) => ({
    code: 'POST_WILL_BE_LATE',
    since: null,
    postId: id,
    accountId: platformAccountId,
    detail: attentionDetail('COMPUTER_USUALLY_OFF'),
  }))
}
