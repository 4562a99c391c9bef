// Posts of the next two days, tried on paper: every rule that publishing will check, as it stands at the time of the post.
// It makes no call, so each list is judged afresh.
import type { HandoverFile } from '../../ports/cloud/handover-store.ts'
import type { PostRecord } from '../../ports/posts/post-store.ts'
import { stepAfter, type RefusedAccess } from '../accounts/refused-access.ts'
import type { AccountRecord } from '../../ports/account-store.ts'
import type { System } from '../../ports/system.ts'
import { findProblems, isFileGone, type FoundProblem } from '../posts/content/validate.ts'
import { mediaIdsOf } from '../../engine/publishing/stored.ts'
import { postsWithoutRoom, readPlannedLimits, type PlannedLimit } from '../../rules/times/limit-room.ts'
import { TO_GO_OUT } from '../../rules/publication/post-words.ts'
import { ownWarnings } from '../scheduling/post-warnings.ts'
import { safeSentence } from '../../redact.ts'
import { DAY, type Duration, type Instant } from '../../time.ts'
import { attentionDetail, FORETOLD, type AttentionDetail } from '../../rules/notices/attention-details.ts'
import type { Warning } from '../../rules/notices/warnings.ts'
import type { AttentionEntry } from './entries.ts'
import { asSent, isOutdated, readSentFiles } from './sent-files.ts'
import type { AttentionDeps } from './attention-deps.ts'

/** Long enough that somebody who looks once a day sees it. */
export const HORIZON: Duration = 2 * DAY
/** More than an account may publish in that time, several times over. */
const MOST = 500

/** Scheduled posts of the horizon, soonest first, with their files. `hasMore`: there are others after them. */
export async function listComing(
  { planner, posts }: AttentionDeps,
  now: Instant,
): Promise<{ readonly coming: PostRecord[]; readonly hasMore: boolean }> {
  const planned = await planner.places({ ...WAITING, from: now, until: now + HORIZON, limit: MOST + 1 })
  const ids = planned.slice(0, MOST).map(({ id }) => id)
  const whole = new Map((await posts.getMany(ids)).map((post) => [post.id, post]))
  const coming = ids.flatMap((id) => whole.get(id) ?? []).filter(({ status }) => status === 'SCHEDULED')
  return { coming, hasMore: planned.length > MOST }
}

const WAITING = { accountIds: [], mediaTypes: [], statuses: ['SCHEDULED'] } as const

export interface AccountsNow {
  /** By id, all that are connected. */
  readonly accounts: ReadonlyMap<string, AccountRecord>
  /** As `listHiddenAccounts` has them. */
  readonly hidden: ReadonlySet<string>
  readonly now: Instant
}

interface AskedAccounts extends AccountsNow {
  /** By account, why the platform refused its token when it was last asked. */
  readonly refused: ReadonlyMap<string, RefusedAccess>
}

/** `coming`: the posts of the horizon, as `listComing` has them. */
export async function forecast(
  deps: AttentionDeps,
  coming: readonly PostRecord[],
  { accounts, hidden, refused, now }: AskedAccounts,
): Promise<AttentionEntry[]> {
  if (coming.length === 0) return []
  const crowded = await findCrowded(deps, [...accounts.values()], now)
  const shared = await withFilesOf(deps, coming)
  const sentFiles = await readSentFiles(deps.handovers, coming)
  const isHidden = ({ platformAccountId }: PostRecord) => hidden.has(platformAccountId)
  const found = coming
    .filter((post) => !isHidden(post))
    .map((post) =>
      examine(shared, post, accounts.get(post.platformAccountId), {
        crowded,
        refused,
        now,
        sent: sentFiles.get(post.id) ?? [],
      }),
    )
  return [...coming.filter(isHidden).map(ofHiddenSandbox), ...(await Promise.all(found)).flat()]
}

/** What all posts need, in one read; a file that many posts have is opened once. */
async function withFilesOf(deps: AttentionDeps, coming: readonly PostRecord[]): Promise<AttentionDeps> {
  const { media, blobs } = deps
  const ids = new Set(coming.flatMap(mediaIdsOf))
  const records = new Map((await media.getMany([...ids])).map((record) => [record.id, record]))
  const opened = new Map<string, ReturnType<typeof blobs.open>>()
  let address: ReturnType<typeof deps.mediaAddress> | undefined
  return {
    ...deps,
    mediaAddress: () => (address ??= deps.mediaAddress()),
    media: {
      get: async (id) => records.get(id) ?? null,
      getMany: async (wanted) => wanted.flatMap((id) => records.get(id) ?? []),
    },
    blobs: {
      open(key) {
        const opening = opened.get(key) ?? blobs.open(key)
        opened.set(key, opening)
        return opening
      },
    },
  }
}

/** The sandbox's, while it is switched off. */
export async function listHiddenAccounts({
  readFacts,
}: Pick<System, 'readFacts'>): Promise<ReadonlySet<string>> {
  const { sandbox, sandboxAccountIds } = await readFacts()
  return new Set(sandbox ? [] : sandboxAccountIds)
}

function ofHiddenSandbox({ id, platformAccountId }: PostRecord): AttentionEntry {
  const detail = attentionDetail('SANDBOX_OFF')
  return { code: 'POST_WILL_FAIL', since: null, postId: id, accountId: platformAccountId, detail }
}

async function examine(
  deps: AttentionDeps,
  post: PostRecord,
  account: AccountRecord | undefined,
  {
    crowded,
    refused,
    now,
    sent,
  }: Pick<AskedAccounts, 'refused' | 'now'> & {
    readonly crowded: ReadonlySet<string>
    readonly sent: readonly HandoverFile[]
  },
): Promise<AttentionEntry[]> {
  const subject = { postId: post.id, accountId: post.platformAccountId, since: null }
  const at = post.scheduledFor ?? 0
  if (!account) return [{ ...subject, ...DISCONNECTED }]
  const { problems } = await findProblems({ ...deps, media: asSent(deps.media, sent) }, post, account, {
    purpose: 'schedule',
    now: at,
    stored: post,
  })
  const refusal = refused.get(account.id)?.failure ?? null
  const warnings = await ownWarnings(deps, post, { ...account, refusal }, { at, now })
  const foreseen = [...problems.map(foreseenOf), ...warnings.flatMap(({ detail }) => foretoldBy(detail))]
  const first = (code: AttentionEntry['code']) => foreseen.find((one) => one.code === code)
  const failure = first('POST_WILL_FAIL')
  if (failure) return [{ ...subject, ...failure }]
  const isOld = await isOutdated(deps.media, sent)
  const incomplete = isOld ? OUTDATED_THERE : first('POST_WILL_BE_INCOMPLETE')
  const outOfRoom = crowded.has(post.id) ? CROWDED[account.whenLimitIsFull] : undefined
  const delay = first('POST_WILL_BE_LATE') ?? outOfRoom
  return [delay, incomplete].flatMap((one) => (one ? [{ ...subject, ...one }] : []))
}

type Foreseen = Pick<AttentionEntry, 'code' | 'detail' | 'nextStep'>

const DISCONNECTED: Foreseen = {
  code: 'POST_WILL_FAIL',
  detail: attentionDetail('ACCOUNT_DISCONNECTED'),
  nextStep: 'reconnect',
}

const ACCESS_ENDS: Foreseen = {
  code: 'POST_WILL_FAIL',
  detail: attentionDetail('ACCESS_ENDS_BEFORE'),
  nextStep: 'reconnect',
}

const BY_WARNING = new Map(Object.entries(FORETOLD))

/** What becomes of the post for which this was found; nothing where it goes out all the same. */
function foretoldBy(found: Warning): Foreseen[] {
  if (found.code === 'ACCESS_REFUSED') {
    const { failure } = found.params
    const detail = attentionDetail('FAILURE', { failure })
    return [{ code: 'POST_WILL_FAIL', detail, nextStep: stepAfter(failure) }]
  }
  if (found.code === 'ACCESS_ENDED' || found.code === 'ACCESS_ENDS_BEFORE') return [ACCESS_ENDS]
  const [code, nextStep] = BY_WARNING.get(found.code) ?? []
  return code ? [{ code, detail: found, nextStep }] : []
}

const OVER_LIMIT = { detail: attentionDetail('OVER_LIMIT'), nextStep: 'reschedule' } as const
const CROWDED: Readonly<Record<AccountRecord['whenLimitIsFull'], Foreseen>> = {
  fail: { code: 'POST_WILL_FAIL', ...OVER_LIMIT },
  wait: { code: 'POST_WILL_BE_LATE', ...OVER_LIMIT },
}

const OUTDATED_THERE: Foreseen = {
  code: 'POST_WILL_BE_INCOMPLETE',
  detail: attentionDetail('FILE_CHANGED_SINCE'),
  nextStep: 'open_post',
}

/** What only follows once the post is live cannot fail it. */
function foreseenOf(found: FoundProblem): Foreseen {
  if (found.rule === 'optionPermission')
    return { code: 'POST_WILL_BE_INCOMPLETE', detail: attentionDetail('COMMENTS_NOT_PERMITTED') }
  const nextStep = found.field === 'media' ? 'fix_media' : 'change_post'
  return { code: 'POST_WILL_FAIL', detail: detailOf(found), nextStep }
}

/** Rules that an accepted post may come to break over time; the sentence covers all others. */
function detailOf(found: FoundProblem): AttentionDetail {
  if (isFileGone(found)) return attentionDetail('FILE_DELETED')
  if (found.rule === 'optionLogin' || found.rule === 'crossPostLogin')
    return attentionDetail('FACEBOOK_LOGIN_NEEDED')
  return attentionDetail('RULE_BROKEN', { text: safeSentence(found.message) })
}

/** Posts that find no room in the publishing limit, because of those before them. */
async function findCrowded(
  deps: AttentionDeps,
  accounts: readonly AccountRecord[],
  now: Instant,
): Promise<ReadonlySet<string>> {
  const until = now + HORIZON
  const planned = await deps.planner.places({
    ...WAITING,
    statuses: TO_GO_OUT,
    from: 0,
    until,
    limit: 4 * MOST,
  })
  const byAccount = Map.groupBy(planned, ({ accountId }) => accountId)
  const limits = await readPlannedLimits(deps, accounts, now)
  const late = [...limits].flatMap(([id, limit]: readonly [string, PlannedLimit]) => [
    ...postsWithoutRoom(byAccount.get(id) ?? [], limit, now).keys(),
  ])
  return new Set(late)
}
