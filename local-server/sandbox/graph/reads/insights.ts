// Figures about a media and about an account.
import { DAY, SECOND, type Duration, type Instant } from '../../../../core/time.ts'
import type { CallInput } from '../call-input.ts'
import { reachPost } from './media.ts'
import {
  brokenDown,
  checkBreakdown,
  checkInsightsScope,
  checkMetrics,
  figureHeading,
  shownFigures,
} from './media-figures.ts'
import { platformTime } from '../platform-time.ts'
import type { AccountCall, GraphCall } from '../ports.ts'
import { badParameter } from '../refusals.ts'

/** `GET /{media}/insights` */
export const readMediaInsights: GraphCall = (ports, request) => {
  const post = reachPost(ports, request)
  const asked = () => ({ metrics: readMetrics(request.input), breakdown: request.input.text('breakdown') })
  checkInsightsScope(request)
  return { data: shownFigures(ports, request, post, asked()) }
}

const SERIES = ['follower_count', 'reach']
const ACTS = ['comments', 'likes', 'profile_links_taps', 'replies', 'reposts', 'saves', 'shares']
const TOTALS = ['accounts_engaged', ...ACTS, 'reach', 'total_interactions', 'views']
/** About the followers: the platform shows nothing for accounts with too little engagement. */
const LIFETIME = ['engaged_audience_demographics', 'follower_demographics', 'online_followers']
const MOST_DAYS = 30
/** Older days of an account are forgotten. */
const KEPT: Duration = 90 * DAY

const PERIODS: Readonly<Record<string, Duration>> = { day: DAY, week: 7 * DAY, days_28: 28 * DAY }

/** `GET /{ig-user}/insights` */
export const readAccountInsights: AccountCall = ({ clock, audience }, request) => {
  const { input, account } = request
  checkInsightsScope(request)
  const metrics = readMetrics(input)
  checkMetrics(metrics, [...new Set([...SERIES, ...TOTALS, ...LIFETIME])])
  const period = input.required('period')
  if (metrics.every((name) => LIFETIME.includes(name))) return { data: [] }
  const length = PERIODS[period]
  if (length === undefined) throw badParameter('Param period is not valid.')
  const isTotal = input.text('metric_type') === 'total_value'
  const wrong = metrics.filter((name) => !(isTotal ? TOTALS : SERIES).includes(name))
  if (wrong.length > 0) {
    const type = isTotal ? 'time_series' : 'total_value'
    throw badParameter(
      `The following metrics (${wrong.join(', ')}) should be specified with parameter metric_type=${type}`,
    )
  }
  const breakdown = input.text('breakdown')
  checkBreakdown({ metrics, breakdown })
  const { since, until } = timeOf(input, clock.now())
  const keptSince = clock.now() - KEPT
  if (until <= keptSince) return { data: [] }
  const figuresOf = (from: Instant, to: Instant) => audience.ofAccount(account.igUserId, { from, until: to })
  const total = isTotal ? figuresOf(since, until) : {}
  const days = Array.from({ length: Math.floor((until - since) / DAY) }, (_, day) => since + (day + 1) * DAY)
  const kept = isTotal ? [] : days.filter((end) => end > keptSince)
  const series = kept.map((end) => ({ end, figures: figuresOf(end - length, end) }))
  const shown = (name: string) => {
    const value = total[name] ?? 0
    if (isTotal) return breakdown === null ? { total_value: { value } } : brokenDown(value, breakdown)
    return {
      values: series.map(({ end, figures }) => ({ value: figures[name] ?? 0, end_time: platformTime(end) })),
    }
  }
  return {
    data: metrics.map((name) => ({ ...figureHeading(account.igUserId, name, period), ...shown(name) })),
  }
}

/** The last two days by default. */
function timeOf(input: CallInput, now: Instant): { since: Instant; until: Instant } {
  const until = (input.positive('until') ?? Math.floor(now / SECOND)) * SECOND
  const since = (input.positive('since') ?? Math.floor((until - 2 * DAY) / SECOND)) * SECOND
  if (Math.floor((until - since) / DAY) > MOST_DAYS) {
    throw badParameter('There cannot be more than 30 days (2592000 s) between since and until')
  }
  return { since, until }
}

function readMetrics(input: CallInput): readonly string[] {
  const text = input.required('metric')
  return text.startsWith('[') ? input.list('metric').map(String) : text.split(',')
}
