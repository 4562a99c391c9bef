// Reads the figures of media and accounts, so that one metric which is refused does not lose the others. Server and Worker call it.
import type { InsightReason } from '../../../rules/insights/insight-words.ts'
import type { Figures, InsightCalls, SeenPage } from '../../../ports/platform/insight-calls.ts'
import type { PlatformAccess, PlatformRefusal, PlatformReply } from '../../../ports/platform/platform.ts'
import type { MediaType } from '../../../rules/publication/post-words.ts'
import { judge, needsUser } from '../../../rules/publication/error-table.ts'
import type { Instant } from '../../../time.ts'

const OF_ALL = ['reach', 'views', 'total_interactions', 'shares']
/** What posts of every kind have: asked for with the list of them, where one wrong metric would fail all. */
const METRICS_OF_LIST = [...OF_ALL, 'likes', 'comments', 'saved']
const METRICS: Readonly<Record<MediaType, readonly string[]>> = {
  IMAGE: [...METRICS_OF_LIST, 'follows', 'profile_visits'],
  CAROUSEL: [...METRICS_OF_LIST, 'follows', 'profile_visits'],
  REELS: [...METRICS_OF_LIST, 'ig_reels_avg_watch_time', 'ig_reels_video_view_total_time', 'reels_skip_rate'],
  // Saving a story is refused; `navigation` has its value without a breakdown alone.
  STORIES: [...OF_ALL, 'replies', 'follows', 'profile_visits', 'navigation'],
}
const METRICS_OF_ACCOUNT = [
  'reach',
  'views',
  'accounts_engaged',
  'total_interactions',
  'likes',
  'comments',
  'saves',
  'shares',
  'replies',
  'profile_links_taps',
]

interface Heard {
  /** By the platform’s clock; null when it did not say. */
  readonly at: Instant | null
  /** How much of the call limit is used up, in percent, as far as it said. */
  readonly usage: number
}

/** Nothing more is asked of the account for a while; null: no call was left, and none was made. */
interface Stopped {
  readonly kind: 'stop'
  readonly reason: InsightReason | null
}

export type FiguresRead =
  | (Heard & { readonly kind: 'read'; readonly asked: readonly string[]; readonly values: Figures })
  /** Of this media alone; it is not asked again for this look. */
  | (Heard & { readonly kind: 'none'; readonly reason: InsightReason })
  | Stopped

/** `asked`: the figures that each media comes with. */
type ListRead =
  | (Heard & { readonly kind: 'read'; readonly asked: readonly string[]; readonly page: SeenPage })
  | Stopped

/** False when no call is left. Counts. */
type MayCall = () => boolean

/** Remembers, until the next start, what was refused, so that it costs no calls again. */
export function createFiguresReader(calls: InsightCalls) {
  /** By login, kind and metric. */
  const refused = new Set<string>()
  const isGiven = (group: string) => (metric: string) => !refused.has(`${group}/${metric}`)
  return {
    list: createListReader(calls, isGiven),
    ofMedia(
      access: PlatformAccess,
      { igMediaId, kind }: { readonly igMediaId: string; readonly kind: MediaType },
      mayCall: MayCall,
    ) {
      const group = `${access.loginMethod}/${kind}`
      const ask = (metrics: readonly string[]) => calls.ofMedia(access, igMediaId, metrics)
      return readInParts(ask, { group, metrics: METRICS[kind].filter(isGiven(group)), mayCall, refused })
    },
    ofAccount(
      access: PlatformAccess,
      time: { readonly from: Instant; readonly until: Instant },
      mayCall: MayCall,
    ) {
      const group = `${access.loginMethod}/account`
      const ask = (metrics: readonly string[]) => calls.ofAccount(access, time, metrics)
      const metrics = METRICS_OF_ACCOUNT.filter(isGiven(group))
      return readInParts(ask, { group, metrics, mayCall, refused })
    },
  }
}

interface Parts {
  readonly group: string
  readonly metrics: readonly string[]
  readonly mayCall: MayCall
  readonly refused: Set<string>
}

/** The whole, its halves and its quarters. */
const MOST_REFUSALS = 7

/** Halves what is refused for a metric, until the metric is found. What is refused for all of them says nothing of any. */
async function readInParts(
  ask: (metrics: readonly string[]) => Promise<PlatformReply<Figures>>,
  { group, metrics, mayCall, refused }: Parts,
): Promise<FiguresRead> {
  const values: Record<string, number> = {}
  const asked: string[] = []
  const wrong: string[] = []
  let heard: Heard = { at: null, usage: 0 }
  let refusals = 0
  const left = [metrics]
  for (let part = left.shift(); part; part = left.shift()) {
    if (!mayCall()) return asked.length > 0 ? { kind: 'read', ...heard, asked, values } : NO_CALL
    const reply = await ask(part)
    if (reply.kind === 'unknown') return NO_ANSWER
    heard = heardOf(reply)
    if (reply.kind === 'ok') {
      Object.assign(values, reply.value)
      asked.push(...part)
      continue
    }
    if (!isOfMetric(reply.refusal)) return afterRefusal(reply.refusal, group, heard)
    refusals += 1
    if (asked.length === 0 && refusals >= MOST_REFUSALS) break
    if (part.length > 1) left.push(part.slice(0, part.length >> 1), part.slice(part.length >> 1))
    else wrong.push(...part)
  }
  if (asked.length === 0) return { kind: 'none', ...heard, reason: 'not-answered' }
  for (const metric of wrong) refused.add(`${group}/${metric}`)
  return { kind: 'read', ...heard, asked: [...asked, ...wrong], values }
}

const KINDS_OF_LIST = { posts: ['IMAGE', 'CAROUSEL', 'REELS'], stories: ['STORIES'] } as const

function createListReader(calls: InsightCalls, isGiven: (group: string) => (metric: string) => boolean) {
  /** Lists that came without these figures alone: one media may fail all. */
  const bare = new Set<string>()
  return async (
    access: PlatformAccess,
    { of, after = null }: { readonly of: 'posts' | 'stories'; readonly after?: string | null },
    mayCall: MayCall,
  ): Promise<ListRead> => {
    const areGiven = KINDS_OF_LIST[of].map((kind) => isGiven(`${access.loginMethod}/${kind}`))
    const ofKinds = of === 'stories' ? METRICS.STORIES : METRICS_OF_LIST
    const metrics = ofKinds.filter((metric) => areGiven.every((given) => given(metric)))
    const name = `${access.accountId}/${of}/${metrics.join(',')}`
    let isOdd = false
    for (const asked of bare.has(name) ? [[]] : [metrics, []]) {
      if (!mayCall()) return NO_CALL
      const reply = await calls.list(access, { of, metrics: asked, after })
      if (reply.kind === 'unknown') return NO_ANSWER
      if (reply.kind === 'ok') {
        if (isOdd) bare.add(name)
        return { kind: 'read', ...heardOf(reply), asked, page: reply.value }
      }
      const { refusal } = reply
      isOdd = refusal.code === WRONG_PARAMETER
      // A place in the list that the platform no longer knows: what follows it stays unread.
      if (isOdd && asked.length === 0 && after !== null)
        return { kind: 'read', ...heardOf(reply), asked, page: { media: [], next: null } }
      const isLimit = ['wait', 'block'].includes(judge(refusal).retry)
      if (isLimit || asked.length === 0) return { kind: 'stop', reason: reasonOfRefusal(refusal) }
    }
    return NO_ANSWER
  }
}

export type FiguresReader = ReturnType<typeof createFiguresReader>

const NO_ANSWER: Stopped = { kind: 'stop', reason: 'not-answered' }
const NO_CALL: Stopped = { kind: 'stop', reason: null }

const heardOf = ({ platformTime: at, facts }: PlatformReply<unknown>): Heard => {
  return { at, usage: facts.usage?.percent ?? 0 }
}

const WRONG_PARAMETER = 100
const MISSING = 33
const BEFORE_PROFESSIONAL = 2_108_006

/** A parameter is wrong: of those that we send, only a metric can be. */
const isOfMetric = ({ code, subcode }: PlatformRefusal): boolean =>
  code === WRONG_PARAMETER && subcode !== MISSING && subcode !== BEFORE_PROFESSIONAL

function afterRefusal(refusal: PlatformRefusal, group: string, heard: Heard): FiguresRead {
  const { code, subcode } = refusal
  if (subcode === BEFORE_PROFESSIONAL) return { kind: 'none', ...heard, reason: 'before-professional' }
  if (code === WRONG_PARAMETER && subcode === MISSING) return { kind: 'none', ...heard, reason: 'deleted' }
  if (code === 10 && group.endsWith('/STORIES')) return { kind: 'none', ...heard, reason: 'too-few-viewers' }
  return { kind: 'stop', reason: reasonOfRefusal(refusal) }
}

/** Why an account cannot be read at all. */
export function reasonOfRefusal(refusal: PlatformRefusal): InsightReason {
  return needsUser(judge(refusal)) ? 'no-permission' : 'not-answered'
}
