// Goes the whole way of a publication with a real account and stops before the last step: nothing becomes visible. The container
// that is made is left to expire at the platform.
import { ENGLISH_DETAILS } from '../../rules/notices/english/english.ts'
import type { DryRunBody, DryRunStepName } from '../../api/dry-run.ts'
import type { PublishingLimitBody } from '../../api/publishing-limit.ts'
import {
  attentionDetail,
  detailSentence,
  type AttentionDetail,
} from '../../rules/notices/attention-details.ts'
import { CodedError, codedErrorOf, failureOfError } from '../../coded-error.ts'
import { fitProblems, fitRisks, type MediaFacts } from '../../rules/fit/check-fit.ts'
import { publishedFile } from '../../rules/content/published-file.ts'
import type { AccountRecord, AccountStore } from '../../ports/account-store.ts'
import type { Clock } from '../../ports/clock.ts'
import type { MediaRecord, MediaStore } from '../../ports/media/media-store.ts'
import type { Platform, PlatformAccess } from '../../ports/platform/platform.ts'
import type { Random } from '../../ports/random.ts'
import { contentOf } from '../posts/content/post-content.ts'
import { newPost } from '../posts/new-post.ts'
import { failureOfContainer } from '../../rules/publication/error-table.ts'
import type { PayloadItem, PublicationPayload } from '../../rules/publication/publication.ts'
import { nextStatusReadAt } from '../../engine/publishing/containers.ts'
import { payloadOf } from '../../engine/publishing/stored.ts'
import { createRateLimiter } from '../rate-limits/sliding-log.ts'
import { safeText } from '../../redact.ts'
import { DAY, HOUR, MINUTE, parseIso, SECOND, toIso, type Duration } from '../../time.ts'
import { missingPermissions, purposesWithout } from '../../rules/accounts/permissions.ts'
import { askPublicAddress } from '../../rules/accounts/public-address.ts'
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
/** From here on a wait is given in hours. */
const IN_HOURS: Duration = 2 * HOUR

interface StepOutcome {
  readonly ok: boolean
  readonly finding: AttentionDetail
}

const passed = (finding: AttentionDetail): StepOutcome => ({ ok: true, finding })
const failed = (finding: AttentionDetail): StepOutcome => ({ ok: false, finding })

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
    const { ok, finding } = await take().catch((error) =>
      afterRefusal(deps, account, { call: callOf(name), error }),
    )
    const milliseconds = Math.round(deps.clock.monotonic() - from)
    steps.push({ name, ok, milliseconds, detail: detailSentence(finding, ENGLISH_DETAILS), finding })
    // Even if its picture is then refused.
    if (name === 'container' && ok)
      await noteAccess(deps.settings, account, { call: 'container', failure: null }, deps.clock.now())
    if (!ok) break
  }
  const ok = steps.length === plan.length && steps.every((step) => step.ok)
  return { accountId, ok, startedAt: toIso(startedAt), steps }
}

const callOf = (step: DryRunStepName) =>
  step === 'container' || step === 'processing' ? 'container' : 'limit'

/** Whichever step has met it, a refusal that only the user can end is noted for attention. */
async function afterRefusal(
  { settings, clock }: DryRunDeps,
  account: AccountRecord,
  { call, error }: { readonly call: ReturnType<typeof callOf>; readonly error: unknown },
): Promise<StepOutcome> {
  const coded = codedErrorOf(error)
  const refusal = accessRefusalOf(coded)
  if (refusal !== null) await noteAccess(settings, account, { call, failure: refusal }, clock.now())
  return failed(attentionDetail('FAILURE', { failure: failureOfError(coded) }))
}

const MOST_LOOKED_AT = 100

/** Without an id, the newest that every account may post: a refused shape would prove nothing about the account. */
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
    return failed(
      pausedFor < IN_HOURS
        ? attentionDetail('CALLS_LIMITED_MINUTES', { minutes: Math.ceil(pausedFor / MINUTE) })
        : attentionDetail('CALLS_LIMITED_HOURS', { hours: Math.ceil(pausedFor / HOUR) }),
    )
  const limit = await readPublishingLimit(deps, account.id, 0).catch(codedErrorOf)
  // A refused permission proves that the token works.
  if (limit instanceof CodedError && (limit.code === 'TOKEN_EXPIRED' || accessRefusalOf(limit) === null))
    throw limit
  if (!(limit instanceof CodedError))
    await noteAccess(settings, account, { call: 'limit', failure: null }, clock.now())
  Object.assign(findings, { limit, access: await deps.accessTo(account.id) })
  return passed(attentionDetail('TOKEN_ACCEPTED'))
}

function checkPermissions({ loginMethod, grantedScopes }: AccountRecord, { limit }: Findings): StepOutcome {
  if (limit instanceof CodedError) throw limit
  const missing = missingPermissions(loginMethod, grantedScopes)
  const permissions = safeText(missing.join(', '))
  if (purposesWithout(loginMethod, missing).includes('publish'))
    return failed(attentionDetail('PERMISSIONS_MISSING', { permissions }))
  return passed(
    missing.length === 0
      ? attentionDetail('MAY_PUBLISH')
      : attentionDetail('MAY_PUBLISH_WITHOUT', { permissions }),
  )
}

function checkLimit({ clock }: DryRunDeps, { limit }: Findings): StepOutcome {
  if (limit === undefined || limit instanceof CodedError) throw limit ?? new CodedError('UNKNOWN_ERROR')
  const { used, allowed, nextRoomAt } = limit
  const count = `${used}` as const
  if (allowed === null) return passed(attentionDetail('LIMIT_NOT_SAID', { count }))
  const counted = { count, allowed: `${allowed}` as const }
  if (used < allowed) return passed(attentionDetail('LIMIT_READ', counted))
  // At the latest when the oldest is a day old.
  const roomAt = nextRoomAt === null ? null : parseIso(nextRoomAt)
  const wait = roomAt === null ? DAY : Math.max(roomAt - clock.now(), MINUTE)
  return failed(
    wait < IN_HOURS
      ? attentionDetail('LIMIT_FULL_MINUTES', { ...counted, minutes: Math.ceil(wait / MINUTE) })
      : attentionDetail('LIMIT_FULL_HOURS', { ...counted, hours: Math.ceil(wait / HOUR) }),
  )
}

async function checkAddress(
  deps: DryRunDeps,
  picture: MediaRecord | null,
  findings: Findings,
): Promise<StepOutcome> {
  if (picture === null) return failed(attentionDetail('PICTURE_NEEDED'))
  const content = contentOf({ accountId: '', mediaType: 'IMAGE', mediaFileId: picture.id })
  const post = newPost(content, {
    id: deps.random.uuid(),
    userId: deps.userId,
    status: 'DRAFT',
    now: deps.clock.now(),
  })
  const payload = payloadOf(post, [picture])
  const item = payload?.items[0]
  if (!payload || !item || !findings.access) return failed(attentionDetail('PICTURE_UNREADABLE'))
  const address = await deps.publicUrl(item, findings.access)
  if (address === null) return failed(attentionDetail('ADDRESS_NEEDED'))
  Object.assign(findings, { payload, address })
  const wrong = await askPublicAddress(deps.fetchPublic, address)
  return wrong === null ? passed(attentionDetail('ADDRESS_SERVES')) : failed(wrong)
}

async function makeContainer({ platform }: DryRunDeps, findings: Findings): Promise<StepOutcome> {
  const { access, payload, address } = findings
  if (!access || !payload || address === undefined) throw new CodedError('UNKNOWN_ERROR')
  const source = { kind: 'image', url: address } as const
  const reply = await platform.createContainer(access, { kind: 'single', payload, source })
  if (reply.kind !== 'ok') throw errorOfReply(reply)
  findings.containerId = reply.value.containerId
  return passed(attentionDetail('CONTAINER_CREATED', { container: safeText(reply.value.containerId) }))
}

async function awaitFinished(deps: DryRunDeps, { access, containerId }: Findings): Promise<StepOutcome> {
  if (!access || containerId === undefined) throw new CodedError('UNKNOWN_ERROR')
  const until = deps.clock.monotonic() + LONGEST_WAIT
  for (let reads = 0; ; reads += 1) {
    const reply = await deps.platform.containerStatus(access, containerId)
    if (reply.kind !== 'ok') throw errorOfReply(reply)
    const { status } = reply.value
    if (status === 'FINISHED') return passed(attentionDetail('CONTAINER_READY'))
    if (status === 'ERROR' || status === 'EXPIRED')
      return failed(attentionDetail('FAILURE', { failure: failureOfContainer(reply.value).detail }))
    if (deps.clock.monotonic() >= until) return failed(attentionDetail('CONTAINER_SLOW'))
    await deps.pause(nextStatusReadAt(0, reads, 'image'))
  }
}
