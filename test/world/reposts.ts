// Whether the promises hold for reposts of stories: each goes out once, and only when somebody wanted it, and what is shown is true.
import type { RepostItemBody } from '../../core/api/story-repost.ts'
import { repostBarrier } from '../../core/rules/reposts/limits.ts'
import { DAY, HOUR, MINUTE, type Instant } from '../../core/time.ts'
import type { LiveMedia } from '../../local-server/sandbox/live.ts'
import { START } from './machine.ts'
import { recordsOf, repostsOf, type Mentions, type ShownReposts, type ToldMention } from './mentions.ts'
import type { ShownPost } from './promises.ts'

/** At an act of the platform. */
export function brokenReposts(mentions: Mentions, live: readonly LiveMedia[]): string[] {
  mentions.settle()
  return mentions.told.flatMap((mention) => {
    const count = repostsOf(live, mention).length
    const { nth, isAuto, clicks, isDismissed, madeBefore } = mention
    // A person who is not shown a repost of an earlier day asks for it once more. And where another run's cannot be seen, it may go out by
    // itself once more, with what was switched on then (core/decisions/0043).
    const again = (mentions.hasForgotten() ? clicks : 0) + (mentions.mayRepostAgain() ? 1 : 0)
    const most = Math.max((isAuto || clicks > 0 ? 1 : 0) + again, madeBefore)
    if (count <= most) return []
    if (count > 1) return [`N2 mention ${nth} is reposted ${count} times`]
    return [`ASKED mention ${nth} ${isDismissed ? 'was dismissed' : 'was to be left alone'}, and is reposted`]
  })
}

/** At a look. */
export function brokenByRepostLook(mentions: Mentions, { items }: ShownReposts): string[] {
  if (mentions.hasForgotten()) return []
  return mentions.told.flatMap((mention) => {
    const [item, ...others] = recordsOf(items, mention)
    const name = `mention ${mention.nth}`
    if (others.length > 0) return [`N3 ${name} is shown ${others.length + 1} times`]
    if (!item) return mention.isSeen ? [`N1 ${name} is gone`] : []
    mention.isSeen = true
    const { status, igPermalink } = item
    if (mention.permalink !== null && (status !== 'PUBLISHED' || igPermalink !== mention.permalink))
      return [`N3 ${name} was PUBLISHED and is now ${status}`]
    if (status === 'PUBLISHED') mention.permalink = igPermalink
    return []
  })
}

/** Those of the next day may have begun on this one; the platform's clock, which dates them, may be a little behind ours. */
const FIRST_MIDNIGHT: Instant = START + DAY - (START % DAY) - MINUTE

interface End {
  readonly shown: ShownReposts
  /** As they were half an hour ago, or longer. */
  readonly before: ReadonlyMap<string, ShownPost> | null
  readonly posts: ReadonlyMap<string, ShownPost>
  readonly live: readonly LiveMedia[]
  /** A clock was wrong. */
  readonly mayBeEarly: boolean
  readonly hasCloud: boolean
  /** A Worker was left whose last news could not be stored here: the next round with it, which was to read them again, never came. */
  readonly mayBeUnread: boolean
}

/** After calm. */
export function brokenRepostsAtEnd(
  mentions: Mentions,
  { shown, before, posts, live, mayBeEarly, hasCloud, mayBeUnread }: End,
): string[] {
  const found = [...brokenReposts(mentions, live), ...brokenByRepostLook(mentions, shown)]
  if (isRepostUnderWay(mentions)) found.push('N7 a mention waits for its repost, although it is its turn')
  for (const mention of mentions.told) {
    const ours = repostsOf(live, mention)
    for (const item of recordsOf(shown.items, mention))
      if (!mentions.hasForgotten() && !(hasCloud && isHeardOfLater(item, before)))
        found.push(...brokenItem(mention, item, posts, ours))
    if (!mayBeEarly && !mayBeUnread && isOverlooked(mentions, mention, shown))
      found.push(`N7 mention ${mention.nth} was not found`)
  }
  const clicks = mentions.told.some((mention) => mention.clicks > 0)
  const reposts = mentions.told.flatMap((mention) => repostsOf(live, mention))
  const count = reposts.filter(({ publishedAt }) => publishedAt < FIRST_MIDNIGHT).length
  // A click while the Worker cannot be asked is counted there later.
  if (count > mentions.limit && !mentions.hasForgotten() && !(hasCloud && clicks))
    found.push(`LIMIT ${count} reposts on a day, ${mentions.limit} were allowed`)
  return found
}

/** What the Worker has just found out of a repost in doubt it says of its post at once, of its mention when it follows that. */
const isHeardOfLater = ({ status, errorDetail, postId }: RepostItemBody, before: End['before']) =>
  status === 'FAILED' &&
  errorDetail?.code === 'NOT_CONFIRMED' &&
  before?.get(postId ?? '')?.status !== 'PUBLISHED'

function brokenItem(
  { nth }: ToldMention,
  { status, igPermalink, postId }: RepostItemBody,
  posts: ReadonlyMap<string, ShownPost>,
  ours: readonly LiveMedia[],
): string[] {
  const found: string[] = []
  const post = posts.get(postId ?? '')
  if (status === 'PUBLISHED') {
    if (ours.length !== 1) found.push(`N3 mention ${nth} is PUBLISHED and reposted ${ours.length} times`)
    else if (igPermalink !== null && igPermalink !== ours[0]?.permalink)
      found.push(`N3 mention ${nth} has the permalink of another`)
  } else if (ours.length > 0 && post?.publishOutcome !== 'unconfirmed')
    found.push(`N4 mention ${nth} is ${status} and reposted`)
  if (post && (post.status === 'PUBLISHED') !== (status === 'PUBLISHED'))
    found.push(`N3 mention ${nth} is ${status}, and its post ${post.status}`)
  return found
}

/** A look that ended well began after the mention had come, and did not find it. */
function isOverlooked(
  mentions: Mentions,
  { isHidden, madeAt, poster }: ToldMention,
  { config, items }: ShownReposts,
): boolean {
  const last: Instant = config?.lastPollAt ? Date.parse(config.lastPollAt) : 0
  if (config?.lastPollStatus === 'FAILED' || config?.lastPollError || mentions.hasForgotten()) return false
  // What it found could not be stored, and the next look finds it.
  if (mentions.stored()?.config?.askingSince) return false
  return !isHidden && last > madeAt + MINUTE && recordsOf(items, { poster }).length === 0
}

/** Something is being reposted, or is the next by itself. */
export function isRepostUnderWay(mentions: Mentions): boolean {
  const { config, records } = mentions.stored() ?? { config: null, records: [] }
  if (records.some(({ status }) => status === 'REPOSTING')) return true
  const waiting = records.filter(({ status, auto }) => status === 'PENDING' && auto)
  if (!config || config.removedAt !== null) return false
  const now = Date.now()
  const barrier = repostBarrier({ ...config, lastRepostAt: null }, now, { byHand: false })
  return barrier === null && waiting.some(({ expiresAt }) => expiresAt > now && expiresAt < now + DAY + HOUR)
}

/** As the end of a history says it. */
export function stateOfReposts(
  { told }: Mentions,
  shown: ShownReposts | null,
  live: readonly LiveMedia[],
): string[] {
  return told.map((mention) => {
    const of = recordsOf(shown?.items ?? [], mention)
    const statuses = of.map(({ status, errorMessage }) =>
      errorMessage ? `${status} (${errorMessage})` : status,
    )
    return `mention ${mention.nth} ${statuses.join(' and ') || 'unknown'}, live ${repostsOf(live, mention).length}`
  })
}
