// What is counted of a media, as it is asked for alone or as a part of the media itself.
import { DAY, type Duration } from '../../../../core/time.ts'
import type { LivePost } from '../../state/records.ts'
import { hasScope } from '../../tokens/reach.ts'
import type { GraphPorts, ReceivedGraphCall } from '../ports.ts'
import { badParameter, graphErrorOf } from '../refusals.ts'

const OF_ANY_MEDIA = ['reach', 'shares', 'total_interactions', 'views']
const OF_POSTS = ['comments', 'likes', 'reposts', 'saved', ...OF_ANY_MEDIA]
const OF_REELS = ['ig_reels_avg_watch_time', 'ig_reels_video_view_total_time', 'reels_skip_rate', ...OF_POSTS]
const OF_STORIES = ['follows', 'navigation', 'profile_activity', 'profile_visits', 'replies', 'reposts']
const OF_MEDIA: Readonly<Record<string, readonly string[]>> = {
  REELS: OF_REELS,
  STORIES: [...OF_STORIES, ...OF_ANY_MEDIA],
}
const OF_FEED = ['follows', 'profile_activity', 'profile_visits', ...OF_POSTS]
/** Figures that include advertisements, for the partner's login only. @NOTE Whether stories have them is not documented. */
const WITH_ADS = ['total_comments', 'total_likes', 'total_views']
const TOO_FEW_VIEWERS = 5
/** Two years. */
const KEPT: Duration = 730 * DAY

interface AskedFigures {
  readonly metrics: readonly string[]
  readonly breakdown: string | null
}

/** One metric or breakdown that does not fit fails them all. Where there is nothing the answer is an empty set, not zero. */
export function shownFigures(
  ports: GraphPorts,
  request: ReceivedGraphCall,
  post: LivePost,
  asked: AskedFigures,
): object[] {
  const { clock, behaviour, audience } = ports
  const { media, container } = post
  checkInsightsScope(request)
  checkMetrics(asked.metrics, metricsOf(ports, request, post))
  checkBreakdown(asked)
  if (media.publishedAt < behaviour.professionalSince) throw graphErrorOf('beforeProfessional')
  const age = clock.now() - media.publishedAt
  const isStory = container.mediaType === 'STORIES'
  const isForgotten = age > KEPT || (isStory && age >= DAY)
  if (post.parentId !== null || age < behaviour.insightsLag || isForgotten) return []
  const figures = audience.ofMedia(post, clock.now())
  if (isStory && (figures['reach'] ?? 0) < TOO_FEW_VIEWERS) throw graphErrorOf('tooFewViewers')
  return asked.metrics.map((name) => {
    const value = figures[name.replace(/^total_(?!interactions)/, '')] ?? 0
    return {
      ...figureHeading(media.id, name, 'lifetime'),
      ...(asked.breakdown === null ? { values: [{ value }] } : brokenDown(value, asked.breakdown)),
    }
  })
}

/** `insights.metric(reach,likes)` among the fields of a media. Without any figure the answer leaves it out. */
export function insightsPart(
  ports: GraphPorts,
  request: ReceivedGraphCall,
  post: LivePost,
  modifiers: string,
): object | undefined {
  const argument = (name: string) => new RegExp(`\\.${name}\\s*\\(([^)]*)\\)`).exec(modifiers)?.[1]
  const metrics = argument('metric')?.split(',')
  if (!metrics) throw badParameter('The parameter metric is required.')
  const data = shownFigures(ports, request, post, { metrics, breakdown: argument('breakdown') ?? null })
  return data.length === 0 ? undefined : { data }
}

function metricsOf({ behaviour }: GraphPorts, { caller }: ReceivedGraphCall, { container }: LivePost) {
  const isStory = container.mediaType === 'STORIES'
  const ofPartner = isStory ? ['link_clicks', ...WITH_ADS] : WITH_ADS
  const known = [...(OF_MEDIA[container.mediaType] ?? OF_FEED)]
  if (caller.facts.kind !== 'platform') known.push(...ofPartner)
  const isPicture = container.mediaType === 'IMAGE'
  return isPicture && !behaviour.sharesOfPictures ? known.filter((name) => name !== 'shares') : known
}

export function checkMetrics(names: readonly string[], known: readonly string[]): void {
  const wrong = names.findIndex((name) => !known.includes(name))
  if (wrong === -1) return
  throw badParameter(`metric[${wrong}] must be one of the following values: ${known.join(', ')}`)
}

export function checkInsightsScope({ caller }: ReceivedGraphCall): void {
  if (hasScope(caller, 'instagram_business_manage_insights', 'instagram_manage_insights')) return
  throw graphErrorOf('permissionMissing')
}

export function figureHeading(of: string, name: string, period: string): object {
  const title = name.replaceAll('_', ' ')
  return { name, period, title, description: title, id: `${of}/insights/${name}/${period}` }
}

/** The parts that a number can be broken down to, and the metrics that have them. */
const BREAKDOWNS: Readonly<Record<string, { of: readonly string[]; parts: readonly string[] }>> = {
  story_navigation_action_type: {
    of: ['navigation'],
    parts: ['TAP_FORWARD', 'TAP_BACK', 'TAP_EXIT', 'SWIPE_FORWARD'],
  },
  action_type: { of: ['profile_activity'], parts: ['BIO_LINK_CLICKED', 'CALL', 'DIRECTION', 'EMAIL'] },
  media_product_type: {
    of: ['comments', 'likes', 'reach', 'saves', 'shares', 'total_interactions', 'views'],
    parts: ['REEL', 'CAROUSEL_CONTAINER', 'POST', 'STORY'],
  },
  follow_type: { of: ['reach', 'views'], parts: ['FOLLOWER', 'NON_FOLLOWER', 'UNKNOWN'] },
}

export function checkBreakdown({ metrics, breakdown }: AskedFigures): void {
  if (breakdown === null) return
  const { of = [] } = BREAKDOWNS[breakdown] ?? {}
  const wrong = metrics.filter((name) => !of.includes(name))
  if (wrong.length === 0) return
  throw badParameter(`Incompatible breakdown ${breakdown} of the metrics ${wrong.join(', ')}`)
}

/** Each part is the greater half of what the parts before it left; the last has the rest. */
export function brokenDown(value: number, breakdown: string): object {
  let left = value
  const { parts = [] } = BREAKDOWNS[breakdown] ?? {}
  const results = parts.map((part, index) => {
    const own = index === parts.length - 1 ? left : Math.ceil(left / 2)
    left -= own
    return { dimension_values: [part], value: own }
  })
  return { total_value: { value, breakdowns: [{ dimension_keys: [breakdown], results }] } }
}
