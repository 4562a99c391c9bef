// Figures about a media and about an account. What is published here is not seen by anyone, so nearly all of them are zero.
import { DAY, SECOND, type Instant } from '../../../../core/time.ts'
import type { LivePost } from '../../state/records.ts'
import { hasScope } from '../../tokens/reach.ts'
import type { CallInput } from '../call-input.ts'
import { reachPost } from './media.ts'
import { platformTime } from '../platform-time.ts'
import type { AccountCall, GraphCall, GraphPorts, ReceivedGraphCall } from '../ports.ts'
import { badParameter, graphErrorOf } from '../refusals.ts'

const OF_ANY_MEDIA = ['reach', 'shares', 'total_interactions', 'views']
const OF_POSTS = ['comments', 'likes', 'reposts', 'saved', ...OF_ANY_MEDIA]
const OF_MEDIA: Readonly<Record<string, readonly string[]>> = {
  REELS: ['ig_reels_avg_watch_time', 'ig_reels_video_view_total_time', 'reels_skip_rate', ...OF_POSTS],
  STORIES: ['follows', 'navigation', 'profile_activity', 'profile_visits', 'replies', ...OF_ANY_MEDIA],
}
const OF_FEED = ['follows', 'profile_activity', 'profile_visits', ...OF_POSTS]
/** Figures that include advertisements, for the partner's login only. @NOTE Whether stories have them is not documented. */
const WITH_ADS = ['total_comments', 'total_likes', 'total_views']

/** `GET /{media}/insights` */
export const readMediaInsights: GraphCall = (ports, request) => {
  const post = reachPost(ports, request)
  checkScope(request)
  const known = OF_MEDIA[post.container.mediaType] ?? OF_FEED
  const withAds = request.caller.facts.kind === 'platform' ? [] : WITH_ADS
  const names = readMetrics(request.input, [...known, ...withAds])
  if (!hasFigures(ports, post)) return { data: [] }
  const figure = (name: string) =>
    /^(total_)?comments$/.test(name) ? ports.comments.count(post.media.id) : 0
  return {
    data: names.map((name) => ({
      ...heading(post.media.id, name, 'lifetime'),
      values: [{ value: figure(name) }],
    })),
  }
}

/** Parts of an album never have any. Where there is none the platform answers an empty set, not zero. */
function hasFigures({ clock, behaviour }: GraphPorts, { media, container, parentId }: LivePost): boolean {
  const age = clock.now() - media.publishedAt
  const isOver = container.mediaType === 'STORIES' && age >= DAY
  return parentId === null && age >= behaviour.insightsLag && !isOver
}

const SERIES = ['follower_count', 'reach']
const TOTALS = [
  'accounts_engaged',
  'comments',
  'likes',
  'profile_links_taps',
  'reach',
  'replies',
  'reposts',
  'saves',
  'shares',
  'total_interactions',
  'views',
]
/** About the followers: the platform shows nothing for accounts with too little engagement. */
const LIFETIME = ['engaged_audience_demographics', 'follower_demographics', 'online_followers']
const MOST_DAYS = 30

/** `GET /{ig-user}/insights` */
export const readAccountInsights: AccountCall = (ports, request) => {
  const { input, account } = request
  checkScope(request)
  const names = readMetrics(input, [...new Set([...SERIES, ...TOTALS, ...LIFETIME])])
  const period = input.required('period')
  if (names.every((name) => LIFETIME.includes(name))) return { data: [] }
  if (!['day', 'week', 'days_28'].includes(period)) throw badParameter('Param period is not valid.')
  const isTotal = input.text('metric_type') === 'total_value'
  const wrong = names.filter((name) => !(isTotal ? TOTALS : SERIES).includes(name))
  if (wrong.length > 0) {
    const type = isTotal ? 'time_series' : 'total_value'
    throw badParameter(
      `The following metrics (${wrong.join(', ')}) should be specified with parameter metric_type=${type}`,
    )
  }
  const days = daysOf(input, ports.clock.now())
  const values = days.map((end) => ({ value: 0, end_time: platformTime(end) }))
  return {
    data: names.map((name) => ({
      ...heading(account.igUserId, name, period),
      ...(isTotal ? { total_value: { value: 0 } } : { values }),
    })),
  }
}

/** The ends of the requested days; of two days by default. */
function daysOf(input: CallInput, now: Instant): Instant[] {
  const until = (input.positive('until') ?? Math.floor(now / SECOND)) * SECOND
  const since = (input.positive('since') ?? Math.floor((until - 2 * DAY) / SECOND)) * SECOND
  const count = Math.floor((until - since) / DAY)
  if (count > MOST_DAYS) {
    throw badParameter('There cannot be more than 30 days (2592000 s) between since and until')
  }
  return Array.from({ length: Math.max(0, count) }, (_, day) => since + (day + 1) * DAY)
}

function heading(of: string, name: string, period: string): object {
  const title = name.replaceAll('_', ' ')
  return { name, period, title, description: title, id: `${of}/insights/${name}/${period}` }
}

function readMetrics(input: CallInput, known: readonly string[]): readonly string[] {
  const text = input.required('metric')
  const names = text.startsWith('[') ? input.list('metric').map(String) : text.split(',')
  for (const [index, name] of names.entries()) {
    if (known.includes(name)) continue
    throw badParameter(`metric[${index}] must be one of the following values: ${known.join(', ')}`)
  }
  return names
}

function checkScope({ caller }: ReceivedGraphCall): void {
  if (hasScope(caller, 'instagram_business_manage_insights', 'instagram_manage_insights')) return
  throw graphErrorOf('permissionMissing')
}
