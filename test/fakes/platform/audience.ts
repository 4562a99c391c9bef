// A platform that counts: figures of media that grow with their age, and stories that are gone after a day, by its own clock.
import type { InsightAccount } from '../../../core/ports/insights/insight-store.ts'
import type {
  Figures,
  InsightCalls,
  SeenMedia,
  SeenPage,
} from '../../../core/ports/platform/insight-calls.ts'
import { NO_ANSWER, type PlatformReply } from '../../../core/ports/platform/platform.ts'
import { safeText } from '../../../core/redact.ts'
import { DAY, HOUR, type Instant } from '../../../core/time.ts'

export type ShownMedia = Omit<SeenMedia, 'figures'>

export interface Audience {
  readonly calls: InsightCalls
  media: ShownMedia[]
  /** When each call came, by the platform's clock, and what it asked for. */
  readonly heard: { readonly at: Instant; readonly what: string }[]
  /** Refused wherever they are asked for. */
  refused: Set<string>
  /** Media of which every figure is refused, alone and with the list. */
  odd: Set<string>
  /** Where the list of posts goes on, which is refused unless `older` has it. */
  nextCursor: string | null
  /** Pages of older posts, by their places in the list. */
  older: Readonly<Record<string, SeenPage>>
  isSilent: boolean
  isForbidden: boolean
  viewersOf(media: ShownMedia, age: number): number
  figuresOf(media: ShownMedia, at: Instant): Figures
}

export function createAudience(clock: { now(): Instant }): Audience {
  const ok = <T>(value: T): PlatformReply<T> => {
    return { kind: 'ok', value, platformTime: clock.now(), facts: NO_ANSWER }
  }
  const refuse = (code: number, subcode: number | null = null): PlatformReply<never> => ({
    kind: 'refused',
    refusal: { httpStatus: 400, code, subcode, message: safeText('no'), title: null, traceId: null },
    platformTime: clock.now(),
    facts: NO_ANSWER,
  })
  const pick = (figures: Figures, metrics: readonly string[]): Figures =>
    Object.fromEntries(Object.entries(figures).filter(([name]) => metrics.includes(name)))
  const answer = <T>(
    what: string,
    metrics: readonly string[],
    value: () => PlatformReply<T>,
  ): PlatformReply<T> => {
    audience.heard.push({ at: clock.now(), what })
    if (audience.isSilent)
      return { kind: 'unknown', reason: safeText('no answer'), platformTime: null, facts: NO_ANSWER }
    if (audience.isForbidden) return refuse(10)
    return metrics.some((metric) => audience.refused.has(metric)) ? refuse(100) : value()
  }
  const isLive = ({ kind, publishedAt }: ShownMedia, of: 'posts' | 'stories') => {
    if (publishedAt > clock.now() || (kind === 'STORIES') !== (of === 'stories')) return false
    return of === 'posts' || clock.now() < publishedAt + DAY
  }
  const audience: Audience = {
    media: [],
    heard: [],
    refused: new Set(),
    odd: new Set(),
    nextCursor: null,
    older: {},
    isSilent: false,
    isForbidden: false,
    viewersOf: (_media, age) => 5 + Math.floor(age / HOUR),
    figuresOf(media, at) {
      const reach = this.viewersOf(media, at - media.publishedAt)
      return {
        reach,
        views: 2 * reach,
        ...(media.kind === 'STORIES' ? { replies: 0 } : { likes: reach >> 2 }),
      }
    },
    calls: {
      list: async (_access, { of, metrics, after = null }) =>
        answer(`list of ${of}`, metrics, () => {
          const older = after === null ? undefined : audience.older[after]
          if (older) return ok(older)
          const shown = audience.media.filter((one) => isLive(one, of))
          const isOdd = metrics.length > 0 && shown.some(({ igMediaId }) => audience.odd.has(igMediaId))
          if (isOdd || after !== null) return refuse(100)
          const media = shown.slice(-50).map((one) => ({
            ...one,
            figures: metrics.length === 0 ? null : pick(audience.figuresOf(one, clock.now()), metrics),
          }))
          return ok({ media: media.toReversed(), next: of === 'posts' ? audience.nextCursor : null })
        }),
      read: async (_access, of, metrics) => {
        if (of.kind === 'ACCOUNT') {
          const figures = { reach: 100 + ((of.from / DAY) % 7), views: 300 }
          return answer('account', metrics, () => ok(pick(figures, metrics)))
        }
        const id = of.igMediaId
        return answer(id, metrics, () => {
          const media = audience.media.find(({ igMediaId }) => igMediaId === id)
          if (!media) return refuse(100, 33)
          if (audience.odd.has(id)) return refuse(100)
          const isGone = media.kind === 'STORIES' && !isLive(media, 'stories')
          return ok(isGone ? {} : pick(audience.figuresOf(media, clock.now()), metrics))
        })
      },
    },
  }
  return audience
}

export function aShown(
  change: Partial<ShownMedia> & Pick<ShownMedia, 'igMediaId' | 'publishedAt'>,
): ShownMedia {
  const permalink = `https://www.instagram.com/p/${change.igMediaId}/`
  return { permalink, caption: null, kind: 'IMAGE', ...change }
}

export function anInsightAccount(change: Partial<InsightAccount> = {}): InsightAccount {
  const lists = { postsListedAt: null, storiesListedAt: null, olderPosts: null }
  return {
    accountId: '00000000-0000-4000-8000-00000000000a',
    igUserId: '17841400000000000',
    username: 'night.owl',
    metric: 'reach',
    bestTimesForNextSlot: false,
    progress: { since: 20_000, asked: {}, ...lists, trouble: null },
    ...change,
  }
}
