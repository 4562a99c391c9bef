// Goes the whole way of a publication with a real account and stops before the last step: nothing becomes visible. The container
// that is made is left to expire at the platform.
import type { DryRunBody, DryRunStepName } from '../api/dry-run.ts'
import type { PublishingLimitBody } from '../api/publishing-limit.ts'
import { detailSentence } from '../notices/attention-details.ts'
import { CodedError, failureOfError } from '../errors.ts'
import { fitProblems, fitRisks, type MediaFacts } from '../media/fit/check-fit.ts'
import { publishedFile } from '../media/published-file.ts'
import { failureSentence } from '../notices/sentences.ts'
import type { AccountRecord, AccountStore } from '../ports/account-store.ts'
import type { Clock } from '../ports/clock.ts'
import type { MediaRecord, MediaStore } from '../ports/media/media-store.ts'
import type { Platform, PlatformAccess } from '../ports/platform/platform.ts'
import type { Random } from '../ports/random.ts'
import { contentOf } from '../posts/content/post-content.ts'
import { newPost } from '../posts/new-post.ts'
import { failureOfContainer } from '../publishing/failures.ts'
import type { PayloadItem, PublicationPayload } from '../publishing/publication.ts'
import { nextStatusReadAt } from '../publishing/retry-schedule.ts'
import { payloadOf } from '../publishing/stored.ts'
import { createRateLimiter } from '../rate-limits/sliding-log.ts'
import { safeSentence, type SafeText } from '../redact.ts'
import { MINUTE, parseIso, SECOND, toIso, waitWords, type Duration } from '../time.ts'
import { missingPermissions, purposesWithout } from './permissions.ts'
import { askPublicAddress } from './public-address.ts'
import { accessRefusalOf, errorOfReply, noteAccess } from './refused-access.ts'
import { readPublishingLimit, type PublishingLimitDeps } from './publishing-limit.ts'

export interface DryRunDeps extends PublishingLimitDeps {
  readonly accounts: AccountStore
  readonly media: Pick<MediaStore, 'getMany' | 'list'>
  readonly platform: Pick<Platform, 'publishingQuota' | 'createContainer' | 'containerStatus'>
  readonly clock: Clock
  readonly random: Random
  readonly userId: string
  /** Reaches addresses outside this computer. */
  readonly fetchPublic: typeof fetch
  pause(time: Duration): Promise<void>
  publicUrl(item: PayloadItem, access: PlatformAccess): Promise<string | null>
}

/** A picture takes seconds; a person waits for the answer. */
const LONGEST_WAIT: Duration = MINUTE

type StepOutcome =
  | { readonly ok: true; readonly detail: SafeText }
  | { readonly ok: false; readonly detail: SafeText }

const passed = (detail: string): StepOutcome => ({ ok: true, detail: safeSentence(detail) })
const failed = (detail: string): StepOutcome => ({ ok: false, detail: safeSentence(detail) })

/** What one step leaves for those after it. */
interface Findings {
  access?: PlatformAccess
  /** What the platform said to the first call: its count of the account's posts, or why it gave none. */
  limit?: PublishingLimitBody | CodedError
  payload?: PublicationPayload
  address?: string
  containerId?: string
}

/** Each makes a container, and an account may make 400 in a day. */
const BUDGET = { perMinute: 3, perHour: 12 }

/** One dry run of an account at a time, and a few in an hour. The function it makes throws RATE_LIMITED. */
export function createDryRunLimit(clock: Clock) {
  const limiter = createRateLimiter(BUDGET)
  const running = new Set<string>()
  return async <T>(accountId: string, run: () => Promise<T>): Promise<T> => {
    if (running.has(accountId))
      throw new CodedError(
        'RATE_LIMITED',
        'A dry run of this account is under way. Wait until it has ended.',
        {
          retryAfter: LONGEST_WAIT / SECOND,
        },
      )
    const { admitted, retryAfter } = limiter.admit(accountId, clock.monotonic())
    if (!admitted)
      throw new CodedError('RATE_LIMITED', 'This account was tried several times just now. Wait a while.', {
        retryAfter,
      })
    running.add(accountId)
    try {
      return await run()
    } finally {
      running.delete(accountId)
    }
  }
}

/** `mediaFileId`: a picture of the library; null: the newest that fits. Throws NOT_FOUND. A step that fails is the last. */
export async function dryRun(
  deps: DryRunDeps,
  accountId: string,
  mediaFileId: string | null,
): Promise<DryRunBody> {
  const account = await deps.accounts.get(accountId)
  if (!account) throw new CodedError('NOT_FOUND', 'Account not found.')
  const picture = await findPicture(deps, mediaFileId)
  const findings: Findings = {}
  const plan: readonly (readonly [DryRunStepName, () => Promise<StepOutcome>])[] = [
    ['token', () => useToken(deps, account, findings)],
    ['permissions', async () => checkPermissions(account, findings)],
    ['limit', async () => checkLimit(deps, findings)],
    ['address', () => checkAddress(deps, picture, findings)],
    ['container', () => makeContainer(deps, findings)],
    ['processing', () => awaitFinished(deps, findings)],
  ]
  const steps: DryRunBody['steps'] = []
  const startedAt = deps.clock.now()
  for (const [name, take] of plan) {
    const from = deps.clock.monotonic()
    const { ok, detail } = await take().catch((error) => afterRefusal(deps, account, error))
    steps.push({ name, ok, milliseconds: Math.round(deps.clock.monotonic() - from), detail })
    if (!ok) break
  }
  const ok = steps.length === plan.length && steps.every((step) => step.ok)
  return { accountId, ok, startedAt: toIso(startedAt), steps }
}

/** Whichever step has met it, a refusal that only the user can end is told in what needs a person. */
async function afterRefusal(
  { settings, clock }: DryRunDeps,
  account: AccountRecord,
  error: unknown,
): Promise<StepOutcome> {
  if (!(error instanceof CodedError)) throw error
  const refusal = accessRefusalOf(error)
  if (refusal !== null) await noteAccess(settings, account, refusal, clock.now())
  return failed(failureSentence(failureOfError(error)))
}

const MOST_LOOKED_AT = 100

/** Without an id, the newest that every account may post: one that is refused for its shape would prove nothing of the account. */
async function findPicture({ media }: DryRunDeps, id: string | null): Promise<MediaRecord | null> {
  if (id === null) {
    const { records } = await media.list({ kind: 'image', limit: MOST_LOOKED_AT, offset: 0 })
    return records.find((record) => fitsEverywhere(publishedFile(record).facts)) ?? records[0] ?? null
  }
  const [found] = await media.getMany([id])
  if (found?.kind === 'image') return found
  throw new CodedError(
    'NOT_FOUND',
    'Picture not found. Name a picture from the library, or leave mediaFileId out.',
  )
}

function fitsEverywhere(facts: MediaFacts): boolean {
  return fitProblems(facts, 'IMAGE').length === 0 && fitRisks(facts, 'IMAGE').length === 0
}

/** One call shows all three: that the token is good, that the account may publish, and its limit. */
async function useToken(deps: DryRunDeps, account: AccountRecord, findings: Findings): Promise<StepOutcome> {
  const { settings, clock } = deps
  const pausedFor = (account.pausedUntil ?? 0) - clock.now()
  if (pausedFor > 0)
    return failed(`Instagram limits the calls of this account. Wait ${waitWords(pausedFor)}.`)
  const limit = await readPublishingLimit(deps, account.id, 0).catch(codedErrorOf)
  // A refused permission proves that the token works.
  if (limit instanceof CodedError && (limit.code === 'TOKEN_EXPIRED' || accessRefusalOf(limit) === null))
    throw limit
  if (!(limit instanceof CodedError)) await noteAccess(settings, account, null, clock.now())
  Object.assign(findings, { limit, access: await deps.accessTo(account.id) })
  return passed('Instagram accepted the token.')
}

function codedErrorOf(error: unknown): CodedError {
  if (error instanceof CodedError) return error
  throw error
}

function checkPermissions({ loginMethod, grantedScopes }: AccountRecord, { limit }: Findings): StepOutcome {
  if (limit instanceof CodedError) throw limit
  const missing = missingPermissions(loginMethod, grantedScopes)
  if (purposesWithout(loginMethod, missing).includes('publish'))
    return failed(`Reconnect the account and allow ${missing.join(', ')}.`)
  const others = missing.length === 0 ? '' : ` Not granted: ${missing.join(', ')}.`
  return passed(`Instagram lets this account publish.${others}`)
}

function checkLimit({ clock }: DryRunDeps, { limit }: Findings): StepOutcome {
  if (limit === undefined || limit instanceof CodedError) return failed('The limit is not known.')
  const { used, allowed, nextRoomAt } = limit
  const counted = `${used} of ${allowed ?? 'an unknown number of'} posts in the last 24 hours.`
  if (allowed === null || used < allowed) return passed(counted)
  const roomAt = nextRoomAt === null ? null : parseIso(nextRoomAt)
  const wait = roomAt === null ? 'until the oldest is 24 hours old' : waitWords(roomAt - clock.now())
  return failed(`${counted} Wait ${wait}.`)
}

async function checkAddress(
  deps: DryRunDeps,
  picture: MediaRecord | null,
  findings: Findings,
): Promise<StepOutcome> {
  if (picture === null) return failed('Upload a picture first: the dry run needs one.')
  const content = contentOf({ accountId: '', mediaType: 'IMAGE', mediaFileId: picture.id })
  const post = newPost(content, {
    id: deps.random.uuid(),
    userId: deps.userId,
    status: 'DRAFT',
    now: deps.clock.now(),
  })
  const payload = payloadOf(post, [picture])
  const item = payload?.items[0]
  if (!payload || !item || !findings.access) return failed('The picture cannot be read. Choose another one.')
  const address = await deps.publicUrl(item, findings.access)
  if (address === null)
    return failed('Instagram fetches pictures from a public address. Set up a media bucket.')
  Object.assign(findings, { payload, address })
  const wrong = await askPublicAddress(deps.fetchPublic, address)
  return wrong === null
    ? passed('The public address of the picture serves it.')
    : failed(detailSentence(wrong))
}

async function makeContainer({ platform }: DryRunDeps, findings: Findings): Promise<StepOutcome> {
  const { access, payload, address } = findings
  if (!access || !payload || address === undefined)
    return failed('The steps before this one left nothing to send.')
  const source = { kind: 'image', url: address } as const
  const reply = await platform.createContainer(access, { kind: 'single', payload, source })
  if (reply.kind !== 'ok') throw errorOfReply(reply)
  findings.containerId = reply.value.containerId
  return passed(`Instagram created container ${reply.value.containerId}.`)
}

async function awaitFinished(deps: DryRunDeps, { access, containerId }: Findings): Promise<StepOutcome> {
  if (!access || containerId === undefined) return failed('There is no container.')
  const until = deps.clock.monotonic() + LONGEST_WAIT
  for (let reads = 0; ; reads += 1) {
    const reply = await deps.platform.containerStatus(access, containerId)
    if (reply.kind !== 'ok') throw errorOfReply(reply)
    const { status } = reply.value
    if (status === 'FINISHED')
      return passed('The container is ready to be published. It is left to expire within a day.')
    if (status === 'ERROR' || status === 'EXPIRED')
      return failed(failureSentence(failureOfContainer(reply.value).detail))
    if (deps.clock.monotonic() >= until)
      return failed('Instagram was still processing the picture after a minute. Try again later.')
    await deps.pause(nextStatusReadAt(0, reads, 'image'))
  }
}
