// A year of numbers as the server answers them: on a server that has just begun there are none.
import type { Page } from 'playwright-core'
import type {
  AccountInsightsBody,
  BestTimesBody,
  GroupOfInsightsBody,
  InsightsBody,
  PostInsightsBody,
} from '../../../core/api/insights/insight-shapes.ts'
import { DAY, HOUR, toIso } from '../../../core/time.ts'

const CAPTIONS = [
  'Croissants from seven, and the ones with almonds from eight',
  'Grandmother’s book, page 41: the rye loaf',
  'Saturday',
  'New harvest from Huehuetenango: sixty kilos, washed, roasted on Tuesdays, and gone by the weekend as always',
]
const drawn = (n: number) => ((n * 7919) % 101) / 101
const KINDS = ['IMAGE', 'REELS', 'CAROUSEL', 'STORIES'] as const

/** Answers every question about numbers; `young`: nothing was looked at yet; `live`: the post that did best. */
export async function answerInsights(
  page: Page,
  { young = false, permission = true, live = '' } = {},
): Promise<void> {
  const now = Date.now()
  const nextLookAt = toIso(now + 40 * 60_000)
  await page.route(/\/api\/accounts\/[^/]+\/(insights|best-times)/, async (route) => {
    const [, accountId = '', what] = /accounts\/([^/]+)\/([a-z-]+)/.exec(route.request().url()) ?? []
    const own: AccountInsightsBody = {
      accountId,
      permission,
      metric: 'reach',
      bestTimesForNextSlot: false,
      latest: [],
      media: young ? 0 : 96,
      since: young ? null : toIso(now - 200 * DAY),
      nextLookAt,
    }
    await route.fulfill({ json: what === 'insights' ? own : bestTimes(accountId, young) })
  })
  await page.route(/\/api\/insights\?/, (route) => {
    const query = new URL(route.request().url()).searchParams
    return route.fulfill({
      json: young ? { ...comparison(query, live), groups: [], posts: 0 } : comparison(query, live),
    })
  })
  await page.route(/\/api\/posts\/[^/]+\/insights/, (route) => {
    const [, id = ''] = /posts\/([^/]+)/.exec(route.request().url()) ?? []
    return route.fulfill({ json: ofPost(id, now, young) })
  })
}

function bestTimes(accountId: string, young: boolean): BestTimesBody {
  const cells = [8, 12, 16, 18, 20].flatMap((hour, row) =>
    [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => {
      const n = Math.floor(9 * drawn(row * 7 + weekday))
      const score = n < 5 ? null : 0.5 + 1.6 * drawn(hour + weekday)
      return n === 0 ? [] : [{ weekday, hour, n, score }]
    }),
  )
  const kinds = KINDS.map((kind, n) => ({ kind, posts: 60 - 9 * n, cells: n === 3 ? [] : cells }))
  const zone = { timezone: 'Europe/Berlin', usedForNextSlot: false, needed: 5 } as const
  return { accountId, ...zone, kinds: young ? [] : kinds }
}

type MakeGroups = (from: number, to: number, live: string) => GroupOfInsightsBody[]
const GROUPS: Readonly<Record<string, MakeGroups>> = { day: days, kind: kinds, post: topPosts }

function comparison(query: URLSearchParams, live: string): InsightsBody {
  const by = query.get('by') ?? 'day'
  const from = query.get('from') ?? ''
  const to = query.get('to') ?? toIso(Date.now())
  const groups = GROUPS[by]?.(Date.parse(from), Date.parse(to), live) ?? []
  return {
    accountId: query.get('accountId') ?? '',
    metric: 'reach',
    by: 'day',
    from,
    to,
    timezone: 'Europe/Berlin',
    permission: true,
    posts: 23,
    groups,
    nextLookAt: null,
  }
}

const GROUP = { n: 1, value: null, correction: 0, accountValue: null, post: null }

function days(from: number, to: number): GroupOfInsightsBody[] {
  const count = Math.min(Math.ceil((to - from) / DAY), 120)
  return Array.from({ length: count }, (_, n) => {
    const value = drawn(n) < 0.1 ? null : Math.floor(24_000 * drawn(n) ** 2)
    const key = toIso(from + n * DAY + 12 * HOUR).slice(0, 10)
    return { ...GROUP, key, value, correction: n === 9 ? -12 : 0, accountValue: value }
  })
}

function kinds(): GroupOfInsightsBody[] {
  return KINDS.map((key, n) => ({ ...GROUP, key, n: 31 - 6 * n, value: Math.floor(4200 * drawn(n + 3)) }))
}

function topPosts(_from: number, to: number, live: string): GroupOfInsightsBody[] {
  return Array.from({ length: 14 }, (_, n) => ({
    ...GROUP,
    key: `${n}`,
    value: Math.floor(18_400 / (n + 1)),
    post: {
      postId: n === 0 && live !== '' ? live : null,
      igMediaId: `${n}`,
      permalink: 'https://www.instagram.com/p/abc/',
      caption: n === 5 ? null : (CAPTIONS[n % CAPTIONS.length] ?? null),
      kind: KINDS[n % 3] ?? 'IMAGE',
      publishedAt: toIso(to - (n + 1) * 2 * DAY),
    },
  }))
}

function ofPost(postId: string, now: number, young: boolean): PostInsightsBody {
  const ages = young ? [] : [1, 6, 24, 48, 72, 96, 168, 336]
  const points = ages.map((hours) => ({ hours, value: Math.floor(3100 * (1 - Math.exp(-hours / 30))) }))
  const at = toIso(now)
  const row = (metric: string, value: number | null) => ({
    metric,
    at,
    value,
    reason: value === null ? ('gone' as const) : null,
  })
  const latest = [row('reach', 3099), row('views', 4812), row('likes', 204), row('saved', null)]
  return {
    post: {
      postId,
      igMediaId: '1',
      permalink: null,
      caption: null,
      kind: 'IMAGE',
      publishedAt: toIso(now - 15 * DAY),
    },
    accountId: '',
    permission: true,
    rows: [],
    nextLookAt: toIso(now + DAY),
    trial: null,
    latest: young ? [] : latest,
    curve: young ? [] : ['reach', 'views', 'likes'].map((metric) => ({ metric, points })),
  }
}
