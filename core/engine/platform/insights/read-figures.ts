// Reads the figures of media and accounts, so that one metric which is refused does not lose the others. Server and Worker call it.
import type { InsightReason } from '../../../rules/insights/insight-words.ts'
import { NOTHING_SEEN, todaysName } from '../../../rules/insights/rows.ts'
import type { Figures, FiguresOf, InsightCalls, SeenPage } from '../../../ports/platform/insight-calls.ts'
import type { PlatformAccess, PlatformRefusal, PlatformReply } from '../../../ports/platform/platform.ts'
import { judge, needsUser } from '../../../rules/publication/error-table.ts'
import type { Instant } from '../../../time.ts'

const OF_ALL = ['reach', 'views', 'total_interactions', 'shares']
/** What posts of every kind have: asked for with the list of them, where one wrong metric would fail all. */
const METRICS_OF_LIST = [...OF_ALL, 'likes', 'comments', 'saved']
const METRICS: Readonly<Record<FiguresOf['kind'], readonly string[]>> = {
  IMAGE: [...METRICS_OF_LIST, 'follows', 'profile_visits'],
  CAROUSEL: [...METRICS_OF_LIST, 'follows', 'profile_visits'],
  REELS: [...METRICS_OF_LIST, 'ig_reels_avg_watch_time', 'ig_reels_video_view_total_time', 'reels_skip_rate'],
  // Saving a story is refused; `navigation` has its value without a breakdown alone.
  STORIES: [...OF_ALL, 'replies', 'follows', 'profile_visits', 'navigation'],
  ACCOUNT: [...OF_ALL, 'accounts_engaged', 'likes', 'comments', 'saves', 'replies', 'profile_links_taps'],
}

/** As they are called today. */
export const ASKED_METRICS: ReadonlySet<string> = new Set(Object.values(METRICS).flat().map(todaysName))

export interface FiguresHeard {
  readonly kind: 'read'
  /** By the platform’s clock; null when it did not say. */
  readonly at: Instant | null
  /** How much of the call limit is used up, in percent, as far as it said. */
  readonly usage: number
  /** The metrics that were not refused; with a list, the figures that each media comes with. */
  readonly asked: readonly string[]
}

/** Nothing more is asked of the account for a while; null: no call was left, and none was made. */
export interface FiguresStopped {
  readonly kind: 'stop'
  readonly reason: InsightReason | null
}

interface FiguresRead extends FiguresHeard {
  readonly values: Figures
  /** Why there are none of this media, which is not asked again for this look; null when there may be. */
  readonly reason: InsightReason | null
}

/** False when no call is left. Counts. */
export type MayCall = () => boolean

/** Remembers, until the next start, what was refused, so that it costs no calls again. */
export function createFiguresReader(calls: InsightCalls) {
  /** By login, kind and metric. */
  const refused = new Set<string>()
  const givenOf = (group: string, metrics: readonly string[]) =>
    metrics.filter((metric) => !refused.has(`${group}/${metric}`))
  /** Halves what is refused for a metric, until the metric is found. What is refused for all of them says nothing of any. */
  async function read(
    access: PlatformAccess,
    of: FiguresOf,
    mayCall: MayCall,
  ): Promise<FiguresRead | FiguresStopped> {
    const group = `${access.loginMethod}/${of.kind}`
    const values: Record<string, number> = {}
    const asked: string[] = []
    const wrong: string[] = []
    let heard = UNHEARD
    let refusals = 0
    const left = [givenOf(group, METRICS[of.kind])]
    for (let part = left.shift(); part; part = left.shift()) {
      if (!mayCall()) return asked.length > 0 ? { ...heard, asked, values, reason: null } : NO_CALL
      const reply = await calls.read(access, of, part)
      if (reply.kind === 'unknown') return NO_ANSWER
      heard = heardOf(reply)
      if (reply.kind === 'ok') {
        Object.assign(values, reply.value)
        asked.push(...part)
        continue
      }
      if (!isOfMetric(reply.refusal)) return afterRefusal(reply.refusal, of, heard)
      refusals += 1
      if (asked.length === 0 && refusals >= MOST_REFUSALS) break
      if (part.length > 1) left.push(part.slice(0, part.length >> 1), part.slice(part.length >> 1))
      else wrong.push(...part)
    }
    if (asked.length === 0) return { ...heard, ...NOTHING_SEEN, reason: 'not-answered' }
    for (const metric of wrong) refused.add(`${group}/${metric}`)
    return { ...heard, asked: [...asked, ...wrong], values, reason: null }
  }
  return { read, list: createListReader(calls, givenOf) }
}

/** The whole, its halves and its quarters. */
const MOST_REFUSALS = 7

const KINDS_OF_LIST = { posts: ['IMAGE', 'CAROUSEL', 'REELS'], stories: ['STORIES'] } as const

function createListReader(
  calls: InsightCalls,
  givenOf: (group: string, metrics: readonly string[]) => readonly string[],
) {
  /** Lists that came without these figures alone: one media may fail all. */
  const bare = new Set<string>()
  return async (
    access: PlatformAccess,
    { of, after }: { readonly of: 'posts' | 'stories'; readonly after?: string | null | undefined },
    mayCall: MayCall,
  ): Promise<(FiguresHeard & { readonly page: SeenPage }) | FiguresStopped> => {
    const metrics = KINDS_OF_LIST[of].reduce<readonly string[]>(
      (given, kind) => givenOf(`${access.loginMethod}/${kind}`, given),
      of === 'stories' ? METRICS.STORIES : METRICS_OF_LIST,
    )
    const name = `${access.accountId}/${of}/${metrics.join(',')}`
    let isOdd = false
    for (const asked of bare.has(name) ? [[]] : [metrics, []]) {
      if (!mayCall()) return NO_CALL
      const reply = await calls.list(access, { of, metrics: asked, after: after ?? null })
      if (reply.kind === 'unknown') return NO_ANSWER
      const heard = { ...heardOf(reply), asked }
      if (reply.kind === 'ok') {
        if (isOdd) bare.add(name)
        return { ...heard, page: reply.value }
      }
      const { refusal } = reply
      isOdd = refusal.code === WRONG_PARAMETER
      // A place in the list that the platform no longer knows: what follows it stays unread.
      if (isOdd && asked.length === 0 && after) return { ...heard, page: { media: [], next: null } }
      const isLimit = ['wait', 'block'].includes(judge(refusal).retry)
      if (isLimit || asked.length === 0) return { kind: 'stop', reason: reasonOfRefusal(refusal) }
    }
    return NO_ANSWER
  }
}

export type FiguresReader = ReturnType<typeof createFiguresReader>

const NO_ANSWER: FiguresStopped = { kind: 'stop', reason: 'not-answered' }
const NO_CALL: FiguresStopped = { kind: 'stop', reason: null }

const UNHEARD: FiguresHeard = { kind: 'read', at: null, usage: 0, asked: [] }
const heardOf = ({ platformTime: at, facts }: PlatformReply<unknown>): FiguresHeard => {
  return { ...UNHEARD, at, usage: facts.usage?.percent ?? 0 }
}

const WRONG_PARAMETER = 100
const MISSING = 33
const BEFORE_PROFESSIONAL = 2_108_006

/** A parameter is wrong: of those that we send, only a metric can be. */
const isOfMetric = ({ code, subcode }: PlatformRefusal): boolean =>
  code === WRONG_PARAMETER && subcode !== MISSING && subcode !== BEFORE_PROFESSIONAL

function afterRefusal(
  refusal: PlatformRefusal,
  { kind }: FiguresOf,
  heard: FiguresHeard,
): FiguresRead | FiguresStopped {
  const { code, subcode } = refusal
  const none = (reason: InsightReason) => ({ ...heard, ...NOTHING_SEEN, reason })
  if (subcode === BEFORE_PROFESSIONAL) return none('before-professional')
  if (code === WRONG_PARAMETER && subcode === MISSING) return none('deleted')
  if (code === 10 && kind === 'STORIES') return none('too-few-viewers')
  return { kind: 'stop', reason: reasonOfRefusal(refusal) }
}

/** Why an account cannot be read at all. */
const reasonOfRefusal = (refusal: PlatformRefusal): InsightReason =>
  needsUser(judge(refusal)) ? 'no-permission' : 'not-answered'
