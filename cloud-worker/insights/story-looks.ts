// The looks at live stories from here, so that what ends while the user's computer is off is kept. Reading twice harms nobody, so no look
// has an owner: the computer makes its own, and this is the second one. One row has all that is known of an account, because each row
// written counts.
import type { InsightNews } from '../../core/engine/worker/protocol.ts'
import { createGraphInsights } from '../../core/engine/platform/insights/graph-insights.ts'
import { createFiguresReader, type FiguresReader } from '../../core/engine/platform/insights/read-figures.ts'
import type { Clock } from '../../core/ports/clock.ts'
import type { SeenMedia } from '../../core/ports/platform/insight-calls.ts'
import type { PlatformAccess } from '../../core/ports/platform/platform.ts'
import { afterLook } from '../../core/rules/insights/after-look.ts'
import {
  AFTER_POST,
  BEFORE_POST,
  isStoryOver,
  LAST_OF_STORY,
  looksBefore,
  nextLook,
} from '../../core/rules/insights/looks.ts'
import { latestOf, NOTHING_SEEN, type InsightRow, type SeenAtLook } from '../../core/rules/insights/rows.ts'
import { DAY, HOUR, MINUTE, type Duration, type Instant } from '../../core/time.ts'
import type { Budget } from '../budget.ts'
import type { News } from '../index/directory.ts'
import { firstDue } from '../jobs/sql-ledger.ts'
import { insert, parseStoredJson, select, update, type Sql } from '../storage/sql.ts'
import { nextSeq, readMeta, rememberSeq } from '../storage/tables.ts'

type WatchedStory = Omit<InsightNews, 'rows'> & { readonly latest: readonly InsightRow[] }

interface Watched {
  readonly stories: readonly WatchedStory[]
  /** What the server has not been told yet; the first `told` of it are on their way under the number of the row. */
  readonly news: readonly InsightNews[]
  readonly told: number
}

interface LookRow {
  readonly id: string
  readonly next_at: Instant
  readonly body: string
  readonly seq: number
}

/** A story that was made elsewhere is seen once before its last hour. */
const LISTED_EVERY: Duration = 18 * HOUR
/** News are told together: each report is several rows. */
const TOGETHER: Duration = 12 * HOUR
const OLDEST_NEWS: Duration = 20 * HOUR
const AGAIN: Duration = 10 * MINUTE
/** How long an account is left alone that could not be read, while none of its stories ends: its access may have ended. */
const UNREAD_FOR: Duration = 3 * HOUR
/** Where the list comes without figures; what exceeds it waits for the next look. */
const MOST_SINGLE_CALLS = 6
const NOTHING: Watched = { stories: [], news: [], told: 0 }

/** In a transaction, when the server has sent the account. */
export function planStoryLooks(sql: Sql, id: string, isWanted: boolean, now: Instant): void {
  const known = lookRows(sql).some((row) => row.id === id)
  if (isWanted && !known)
    insert(sql, 'insight_looks', { id, next_at: now + AGAIN, body: JSON.stringify(NOTHING), seq: 0 })
  if (!isWanted && known) forgetStoryLooks(sql, id)
}

/** In a transaction. */
export function forgetStoryLooks(sql: Sql, id: string): void {
  rememberSeq(sql)
  sql.exec('DELETE FROM insight_looks WHERE id = ?', id)
}

const lookRows = (sql: Sql) => select<LookRow>(sql, 'SELECT * FROM insight_looks')

type GraphReach = Parameters<typeof createGraphInsights>[0]

/** Looks, if that is due. Never rejects for an answer of the platform. `reach`: with a `fetch` that counts. */
export function createStoryLooks(
  { sql, clock }: { readonly sql: Sql; readonly clock: Clock },
  reach: (counted: typeof fetch) => GraphReach & { accessTo(id: string): Promise<PlatformAccess> },
): (budget: Budget) => Promise<void> {
  return async (budget) => {
    const { accessTo, ...reached } = reach(budget.fetch)
    const figures = createFiguresReader(createGraphInsights(reached))
    for (const row of lookRows(sql)) {
      const now = clock.now()
      if (row.next_at > now) continue
      const before = withoutTold(sql, row)
      const soon = firstDue(sql) ?? Number.POSITIVE_INFINITY
      const isPostNear = soon < now + BEFORE_POST && !before.stories.some((story) => isEnding(story, now))
      if (isPostNear || !budget.mayGoOn(1)) {
        const next = (isPostNear ? Math.max(now, soon) : now) + AFTER_POST
        update(sql, 'insight_looks', row.id, { next_at: next })
        continue
      }
      const access = await accessTo(row.id).catch(() => null)
      const read = access && (await readStories(figures, access, before, { budget, now }))
      const after = read ?? (await lookAtAll(before, { stories: before.stories, now }, async () => null))
      store(sql, row, after, { now, isRead: read !== null })
    }
  }
}

/** It cannot wait until a post is out. */
const isEnding = (story: WatchedStory, now: Instant) =>
  story.publishedAt + DAY - now < HOUR / 2 && !isStoryOver(story, now)

async function readStories(
  figures: FiguresReader,
  access: PlatformAccess,
  before: Watched,
  { budget, now }: { readonly budget: Budget; readonly now: Instant },
): Promise<Watched | null> {
  let left = MOST_SINGLE_CALLS
  const mayCall = () => budget.mayGoOn(1) && (left -= 1) >= 0
  const list = await figures.list(access, { of: 'stories' }, mayCall)
  if (list.kind === 'stop') return null
  const at = list.at ?? now
  const known = new Map(before.stories.map((story) => [story.igMediaId, story]))
  for (const seen of list.page.media)
    if (!known.has(seen.igMediaId)) known.set(seen.igMediaId, watched(seen, at))
  const listed = new Map(list.page.media.map((seen) => [seen.igMediaId, seen.figures]))
  return lookAtAll(before, { stories: known.values(), now: at }, async (story) => {
    const values = listed.get(story.igMediaId) ?? {}
    const isListed = Object.keys(values).length > 0 || at < story.publishedAt + LAST_OF_STORY
    if (isListed) return { at, asked: list.asked, values, reason: null }
    const single = await figures.read(access, story, mayCall)
    return single.kind === 'stop' ? null : { ...single, at }
  })
}

/** `see`: null where nothing was read. Stories that are over leave, with the reason where their end was not seen. */
async function lookAtAll(
  before: Watched,
  { stories, now }: { readonly stories: Iterable<WatchedStory>; readonly now: Instant },
  see: (story: WatchedStory) => Promise<SeenAtLook | null>,
): Promise<Watched> {
  const left: WatchedStory[] = []
  const news = [...before.news]
  for (const story of stories) {
    const isOver = isStoryOver(story, now)
    const seen = isOver ? { at: now, ...NOTHING_SEEN } : await see(story)
    const after = seen ? lookedAt(story, seen) : { story, rows: [] }
    const { latest: _latest, ...told } = after.story
    if (after.rows.length > 0) news.push({ ...told, rows: [...after.rows] })
    if (!isOver) left.push(after.story)
  }
  return { ...before, stories: left, news }
}

function watched({ figures: _figures, caption: _caption, ...seen }: SeenMedia, now: Instant): WatchedStory {
  return { ...seen, kind: 'STORIES', done: looksBefore(seen, now), latest: [] }
}

function lookedAt(story: WatchedStory, seen: SeenAtLook) {
  const { latest, done: before } = story
  const { rows, done } = afterLook(story, seen, { latest, done: before, whyMissed: () => 'missed' })
  // Looks that this side does not make are not missed: the computer may have made them.
  const kept = rows.filter(
    ({ reason, at }) => reason !== 'missed' || at === story.publishedAt + LAST_OF_STORY,
  )
  return { story: { ...story, done, latest: latestOf([...latest, ...kept]) }, rows: kept }
}

/** What the index has taken is forgotten. */
function withoutTold(sql: Sql, { body, seq }: LookRow): Watched {
  const before = parseStoredJson<Watched>(body) ?? NOTHING
  const until = readMeta<{ until: number }>(sql, 'reported')?.until ?? 0
  return seq > 0 && until >= seq ? { ...before, news: before.news.slice(before.told), told: 0 } : before
}

function store(
  sql: Sql,
  row: LookRow,
  after: Watched,
  { now, isRead }: { readonly now: Instant; readonly isRead: boolean },
): void {
  const ends = after.stories
    .map((story) => nextLook(story, Math.max(story.done, 3), now)?.at ?? null)
    .filter((at) => at !== null)
  const nextEnd = Math.min(...ends)
  const next = Math.min(Math.max(nextEnd, now + AGAIN), now + (isRead ? LISTED_EVERY : UNREAD_FOR))
  const oldest = Math.min(...after.news.flatMap(({ rows }) => rows.map(({ at }) => at)))
  const isTime = nextEnd - now > TOGETHER || now - oldest > OLDEST_NEWS
  const isTold = after.told === 0 && after.news.length > 0 && isTime
  update(sql, 'insight_looks', row.id, {
    next_at: next,
    body: JSON.stringify({ ...after, told: isTold ? after.news.length : after.told }),
    ...(isTold && { seq: nextSeq(sql) }),
  })
}

export function insightNews(sql: Sql, since: number): News[] {
  return lookRows(sql).flatMap(({ id, body, seq }) => {
    const { news, told } = parseStoredJson<Watched>(body) ?? NOTHING
    if (seq <= since || told === 0) return []
    return [{ kind: 'insights' as const, seq, body: { accountId: id, media: news.slice(0, told) } }]
  })
}
