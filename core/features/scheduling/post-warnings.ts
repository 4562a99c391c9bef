// Finds what may come as a surprise about an accepted post. One list: trying a post shows it, the replies of publishing,
// retrying and scheduling carry it, and the forecast reports what in it makes a post fail or late.
import { listFetched } from '../posts/content/fetched-files.ts'
import { readRefusedAccess } from '../accounts/refused-access.ts'
import { TO_GO_OUT } from '../../rules/publication/post-words.ts'
import type { POST_WARNINGS } from '../../api/validate.ts'
import type { MediaAddress } from '../media/media-body.ts'
import { publishedFile, risksOf } from '../../rules/content/published-file.ts'
import type { FailureDetail } from '../../rules/notices/failure-details.ts'
import {
  addWarnings,
  replaceWarnings,
  TOLD_OF_FILES,
  warning,
  type Warning,
} from '../../rules/notices/warnings.ts'
import type { AccountRecord, AccountStore } from '../../ports/account-store.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Log } from '../../ports/log.ts'
import type { MediaStore } from '../../ports/media/media-store.ts'
import type { PlannerStore } from '../../ports/posts/planner-store.ts'
import type { Lookalike, PostRecord, PostStore } from '../../ports/posts/post-store.ts'
import type { QueueHold } from '../../ports/posts/queue-hold.ts'
import type { SettingsStore } from '../../ports/settings-store.ts'
import { CAPTION_ADVICE, captionFacts } from '../../rules/content/caption-facts.ts'
import type { PostContent } from '../posts/content/post-content.ts'
import { workerHasFiles } from '../posts/content/validate.ts'
import { isPauseNews } from '../posts/show-post.ts'
import { isLimitReached } from '../../rules/publication/failures.ts'
import { mediaIdsOf } from '../../engine/publishing/stored.ts'
import { DAY, MINUTE, toIso, type Duration, type Instant } from '../../time.ts'
import { isKeptByHold } from '../../rules/times/held.ts'
import {
  LIMIT_WINDOW,
  SMALLEST_LIMIT,
  postsWithoutRoom,
  readPlannedLimits,
} from '../../rules/times/limit-room.ts'
import { CLOSE } from '../../rules/times/spacing.ts'

export interface PostWarning {
  readonly code: (typeof POST_WARNINGS)[number]
  /** The part of the post, as a problem names it. */
  readonly field: string
  readonly detail: Warning
}

/** A planned post. Without an id it is not stored. */
export type PlannedContent = PostContent &
  Pick<PostRecord, 'scheduledFor' | 'handover'> &
  // With which failure a post that is retried has ended.
  Partial<Pick<PostRecord, 'errorDetail'>> & { readonly id: string | null }

export interface SendTime {
  /** When the post would go out; null when its time cannot be read. */
  readonly at: Instant | null
  readonly now: Instant
}

export interface FileAddressDeps {
  readonly media: Pick<MediaStore, 'getMany'>
  /** Whether stories that mention people go out through the owner's own session, which sends their files. */
  sendsStoryFiles(accountId: string): Promise<boolean>
  mediaAddress(): Promise<MediaAddress>
}

interface PostWarningsDeps extends FileAddressDeps {
  readonly posts: PostStore
  readonly planner: PlannerStore
  readonly accounts: Pick<AccountStore, 'get'>
  readonly settings: SettingsStore
  readonly hold: QueueHold
  readonly clock: Clock
  readonly log: Log
}

export function createPostWarnings(deps: PostWarningsDeps) {
  const find = async (post: PlannedContent, account: AccountRecord | null, moment: SendTime) => {
    const asked = account && (await withRefusal(deps.settings, account))
    return [
      ...(await ownWarnings(deps, post, asked, moment)),
      ...(await neighbourWarnings(deps, post, account, moment)),
      ...holdWarnings(deps.hold, post),
    ]
  }
  const findStored = async (post: PostRecord) => {
    const now = deps.clock.now()
    const account = await deps.accounts.get(post.platformAccountId)
    const risks = risksOf(await deps.media.getMany(mediaIdsOf(post)), post.mediaType)
    // What is retried or overdue goes out now.
    const at = Math.max(post.scheduledFor ?? now, now)
    return [...risks.map(tallWarning), ...(await find(post, account, { at, now }))]
  }
  return {
    find,
    /**
     * The post with its warnings, as the reply shows it. They change with the plan and the settings, so no row keeps them. Without
     * them when they cannot be found: the post is accepted, and the reply must say so.
     */
    async tell(post: PostRecord): Promise<PostRecord> {
      const found = await findStored(post).catch((error) => {
        deps.log.error('the warnings of a post could not be found', { postId: post.id, error })
        return []
      })
      return {
        ...post,
        warnings: addWarnings(
          replaceWarnings(post.warnings, TOLD_OF_FILES),
          found.map(({ detail }) => detail),
        ),
      }
    },
  }
}

export type PostWarnings = ReturnType<typeof createPostWarnings>

const as =
  (code: PostWarning['code'], field: string) =>
  (detail: Warning): PostWarning => ({ code, field, detail })

interface AskedAccount extends AccountRecord {
  /** Why the platform refused access when it was last asked. */
  readonly refusal: FailureDetail | null
}

async function withRefusal(settings: SettingsStore, account: AccountRecord): Promise<AskedAccount> {
  const refused = await readRefusedAccess(settings, [account])
  return { ...account, refusal: refused.get(account.id)?.failure ?? null }
}

/** Those that follow from the post, its account and its files alone, not from what else is planned. */
export async function ownWarnings(
  deps: FileAddressDeps,
  post: PlannedContent,
  account: AskedAccount | null,
  { at, now }: SendTime,
): Promise<PostWarning[]> {
  const isLimited = at !== null && isPauseNews(account?.pausedUntil ?? null, Math.max(at, now))
  const lacksOne = account !== null && (await lacksAddress(deps, post, account))
  return [
    ...(account ? accessWarnings(account, post.scheduledFor, now) : []).map(as('ACCESS_ENDS', 'account')),
    ...(isLimited ? [as('ACCOUNT_LIMITED', 'account')(warning('ACCOUNT_LIMITED'))] : []),
    ...(lacksOne ? [as('NO_PUBLIC_ADDRESS', 'media')(warning('NO_PUBLIC_ADDRESS'))] : []),
    ...captionWarnings(post),
    ...copyWarnings(post),
  ]
}

/** The access may have ended by then. The post is accepted anyway: there is time to reconnect, and tokens are renewed meanwhile. */
function accessWarnings(
  { tokenExpiresAt, refusal }: AskedAccount,
  scheduledFor: Instant | null,
  now: Instant,
): Warning[] {
  if (refusal) return [warning('ACCESS_REFUSED', { failure: refusal })]
  if (scheduledFor === null || tokenExpiresAt === null || tokenExpiresAt > scheduledFor) return []
  return [warning(tokenExpiresAt <= now ? 'ACCESS_ENDED' : 'ACCESS_ENDS_BEFORE')]
}

/** A story has no caption. */
function captionWarnings({ mediaType, caption }: PlannedContent): PostWarning[] {
  if (mediaType === 'STORIES' || caption === null) return []
  const facts = captionFacts(caption)
  return (['hashtags', 'mentions'] as const).flatMap((what) => {
    const [count, allowed] = [facts[what], CAPTION_ADVICE[what]]
    const code = what === 'hashtags' ? 'TOO_MANY_HASHTAGS' : 'TOO_MANY_MENTIONS'
    if (count <= allowed) return []
    return [as(code, 'caption')(warning(code, { count: `${count}`, allowed: `${allowed}` }))]
  })
}

/** Only this computer makes the copy on the linked Page. */
function copyWarnings({ crossPostToPartner, handover }: PlannedContent): PostWarning[] {
  const isLeftOut = crossPostToPartner && handover !== null
  return isLeftOut ? [as('COPY_LEFT_OUT', 'crossPostToPartner')(warning('COPY_LEFT_OUT'))] : []
}

export const tallWarning = as('TALL_MEDIA', 'media')

async function lacksAddress(
  deps: FileAddressDeps,
  post: PlannedContent,
  account: AccountRecord,
): Promise<boolean> {
  if (workerHasFiles(post)) return false
  const fetched = await listFetched(deps, post, account)
  if (fetched.length === 0) return false
  const addressOf = await deps.mediaAddress()
  return fetched.some((record) => addressOf(publishedFile(record).publicKey) === null)
}

async function neighbourWarnings(
  deps: PostWarningsDeps,
  post: PlannedContent,
  account: AccountRecord | null,
  moment: SendTime,
): Promise<PostWarning[]> {
  const { at, now } = moment
  if (at === null) return []
  const alike = (await lookalikeWarnings(deps, post, at)).map(as('LOOKALIKE', 'media'))
  if (account === null) return alike
  const crowded = await limitWarnings(deps, post, account, { at, now })
  const close = warning('TOO_CLOSE', { minutes: CLOSE / MINUTE })
  const isClose = await hasNeighbour(deps, post, at)
  return [...alike, ...crowded, ...(isClose ? [as('TOO_CLOSE', 'scheduledFor')(close)] : [])]
}

async function hasNeighbour(
  { planner }: PostWarningsDeps,
  { id, platformAccountId }: PlannedContent,
  at: Instant,
): Promise<boolean> {
  const near = await planner.between({
    accountIds: [platformAccountId],
    statuses: [...TO_GO_OUT, 'PUBLISHED'],
    mediaTypes: [],
    from: at - CLOSE + 1,
    until: at + CLOSE,
    limit: 2,
  })
  return near.some(({ post }) => post.id !== id)
}

function holdWarnings(hold: QueueHold, post: PlannedContent): PostWarning[] {
  return hold.current() && isKeptByHold(post) ? [as('QUEUE_HELD', 'scheduledFor')(warning('QUEUE_HELD'))] : []
}

/** A weekly post is intentional. */
const ALIKE_WITHIN: Duration = 7 * DAY

/** A double click, or the same plan entered twice. */
async function lookalikeWarnings(
  { posts }: PostWarningsDeps,
  { id: exceptPostId, platformAccountId, caption, mediaFileIds }: PlannedContent,
  at: Instant,
): Promise<Warning[]> {
  const found = await posts.findLookalike({
    platformAccountId,
    caption,
    mediaFileIds: mediaFileIds.filter((id) => id !== null),
    at,
    within: ALIKE_WITHIN,
    exceptPostId,
  })
  return found ? [lookalikeWarning(found)] : []
}

const STANDINGS = { planned: 'PLANNED', live: 'LIVE', unconfirmed: 'UNCONFIRMED' } as const

function lookalikeWarning({ at, standing, sharesCaption, sharesMedia }: Lookalike): Warning {
  const shared = sharesMedia ? (sharesCaption ? 'POST' : 'MEDIA') : 'CAPTION'
  return warning(`SAME_${shared}_${STANDINGS[standing]}`, { at: toIso(at) })
}

/** More than fits into the days that are looked at. */
const MOST_PLANNED = 2_000

/**
 * There are more posts than the platform takes within 24 hours: this one has no room, or takes that of another one. Where it goes
 * out now and the limit is known, what becomes of it is certain.
 */
async function limitWarnings(
  { planner, settings }: PostWarningsDeps,
  { id, errorDetail }: PlannedContent,
  account: AccountRecord,
  { at, now }: { readonly at: Instant; readonly now: Instant },
): Promise<PostWarning[]> {
  const limit = (await readPlannedLimits({ planner, settings }, [account], now)).get(account.id)
  if (!limit) return []
  const planned = await planner.places({
    accountIds: [account.id],
    statuses: TO_GO_OUT,
    mediaTypes: [],
    from: at - 3 * LIMIT_WINDOW,
    until: at + LIMIT_WINDOW,
    limit: MOST_PLANNED,
  })
  const others = planned.filter((one) => one.id !== id)
  const before = postsWithoutRoom(others, limit, now)
  const after = postsWithoutRoom([...others, { id: id ?? '', at }], limit, now)
  if ([...after.keys()].every((one) => one !== (id ?? '') && before.has(one))) return []
  const { reading, waits } = limit
  const room = after.get(id ?? '')
  if (room === undefined || at > now || (reading?.allowed ?? null) === null) {
    const allowed = `${reading?.allowed ?? SMALLEST_LIMIT}` as const
    return [as('PLAN_OVER_LIMIT', 'scheduledFor')(warning('PLAN_OVER_LIMIT', { allowed }))]
  }
  // A post that has failed for it waits when it is retried, even if its account has chosen not to wait.
  const isRetried = isLimitReached(errorDetail ? { detail: errorDetail } : null)
  const code = waits || isRetried ? 'LIMIT_FULL_WAITS' : 'LIMIT_FULL_FAILS'
  return [as('PLAN_OVER_LIMIT', 'account')(warning(code, { at: toIso(room) }))]
}
