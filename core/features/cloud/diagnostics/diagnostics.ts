// The state of the cloud: what is set up, and what the Worker reports of itself.
import { CodedError } from '../../../coded-error.ts'
import { MINUTE, parseLooseTime, SECOND, toIso, toIsoOrNull, type Instant } from '../../../time.ts'
import { ENVELOPE_VERSION, type KvPage, type WorkerStatus } from '../../../engine/worker/protocol.ts'
import { freePlanToday } from './free-plan.ts'
import { createProviderApi, ProviderFailure, type ProviderDeps } from '../deploy/provider/provider-api.ts'
import { explain } from '../deploy/provider/refusals.ts'
import { readSchedules, type Schedule } from '../deploy/provider/scripts.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { CloudSetup, CloudState } from '../connection/settings.ts'
import { requireAnswer, requireWorker } from '../worker-link/require-worker.ts'

export interface DiagnosticsDeps {
  readonly cloudSetup: CloudSetup
  readonly provider: ProviderDeps
  readonly clock: Clock
}

/** The timer runs every minute: a run older than this means that one was missed. */
const CRON_IS_STALE = 90 * SECOND
const ASK_AGAIN = MINUTE

/** Asks the Worker, too, when its last answer is old; a silent one is asked again a minute later. */
export function createCloudStatus({ cloudSetup, clock }: DiagnosticsDeps) {
  let askedAt: number | null = null
  const isOld = (verifiedAt: Instant | null) =>
    (verifiedAt === null || Math.abs(clock.now() - verifiedAt) > ASK_AGAIN) &&
    (askedAt === null || clock.monotonic() - askedAt > ASK_AGAIN)
  return async () => {
    const { verifiedAt } = await cloudSetup.cloudState()
    const link = await cloudSetup.workerLink()
    if (link !== null && isOld(verifiedAt)) {
      askedAt = clock.monotonic()
      await link.status()
    }
    return statusBody(await cloudSetup.cloudState())
  }
}

function statusBody(state: CloudState) {
  const [workerConfigured, bucketConfigured] = [state.workerUrl !== null, state.bucket !== null]
  return {
    isConfigured: workerConfigured && bucketConfigured,
    isVerified: state.isVerified,
    lastVerifiedAt: toIsoOrNull(state.verifiedAt),
    bucketConfigured,
    workerConfigured,
    bucketName: state.bucket?.name ?? null,
    bucketPublicUrl: state.bucket?.publicUrl ?? null,
    workerUrl: state.workerUrl,
    hasStoredApiToken: state.apiToken !== null,
  }
}

/** Throws CLOUD_NOT_CONFIGURED, WORKER_UNREACHABLE, INVALID_WORKER_KEY or CLOUD_ERROR. */
export async function diagnose({ cloudSetup, clock }: DiagnosticsDeps) {
  const link = await requireWorker(cloudSetup.workerLink)
  const askedAt = clock.now()
  const status = requireAnswer(await link.status())
  const halfway = (askedAt + clock.now()) / 2
  const { keyId } = await cloudSetup.cloudState()
  const fromSecondCopy = status.secondCopy === true
  const offlineReason = fromSecondCopy ? SECOND_COPY : reasonOf(status)
  return {
    version: status.version,
    hasEncryptionKey: status.keyId !== null,
    lastCronRun: toIsoOrNull(status.lastCronRun),
    scheduledCount: status.counts.scheduled,
    repostConfigCount: status.counts.repostConfigs,
    pendingRepostCount: status.counts.pendingReposts,
    completedCount: status.counts.completed,
    failedCount: status.counts.failed,
    recentJobs: status.recentJobs.map((job) => ({ ...job, publishAt: toIso(job.publishAt) })),
    timestamp: toIso(status.timestamp),
    offline: offlineReason !== null,
    offlineReason,
    keyMatches: status.keyId === keyId,
    clockSkewSeconds: Math.round((status.timestamp - halfway) / SECOND),
    unknownVersionCount: status.counts.unknownVersion,
    fromSecondCopy,
    outdatedReason: status.envelopeVersion < ENVELOPE_VERSION ? OUTDATED : null,
    freePlan: freePlanToday(status),
  }
}

const SECOND_COPY =
  'The Worker answers, but its scheduler does not, so nothing goes out now. If a daily quota is used up, it answers again after midnight UTC. What you see here is its second copy, from the key-value store.'
const TIMER_UNKNOWN =
  'The Worker answers, but its scheduler does not, which alone knows whether its timer is set. If a daily quota is used up, it answers again after midnight UTC.'
const OUTDATED =
  'The Worker is an older version of Nightpost: it reports less, and is not sent what it does not understand. Deploy it again.'

/** By the Worker's own clock, so that a wrong clock here does not matter. */
function reasonOf({ lastCronRun, timestamp }: WorkerStatus): string | null {
  const early = 'After a deployment this is normal for up to 15 minutes.'
  if (lastCronRun === null) return `The Worker answers, but its timer has not run yet. ${early}`
  const age = timestamp - lastCronRun
  if (age <= CRON_IS_STALE) return null
  return `The Worker answers, but its timer last ran ${Math.round(age / SECOND)} seconds ago instead of every minute. ${early}`
}

interface Crons {
  readonly crons: readonly { readonly cron: string }[]
  readonly modifiedOn: string | null
}

/** Throws CLOUD_ERROR; without an API token also WORKER_UNREACHABLE or INVALID_WORKER_KEY. */
export async function cronStatus(deps: DiagnosticsDeps) {
  const { cloudSetup, provider } = deps
  const link = await cloudSetup.workerLink()
  if (link === null)
    return { configured: false, crons: [], hasCron: false, lastCronRun: null, modified_on: null }
  const { apiToken, deployment } = await cloudSetup.cloudState()
  const [reply, listed] = await Promise.all([
    link.status(),
    apiToken !== null && deployment !== null
      ? cronsAtProvider(provider, apiToken, deployment)
      : Promise.resolve(null),
  ])
  const crons = listed ?? cronsOf(requireAnswer(reply))
  return {
    configured: true,
    crons: [...crons.crons],
    hasCron: crons.crons.length > 0,
    lastCronRun: reply.kind === 'ok' ? toIsoOrNull(reply.value.lastCronRun) : null,
    modified_on: crons.modifiedOn,
  }
}

async function cronsAtProvider(
  provider: ProviderDeps,
  apiToken: string,
  { accountId, scriptName }: { accountId: string; scriptName: string },
): Promise<Crons> {
  try {
    const api = createProviderApi(provider, apiToken, 'brief')
    const schedules = await readSchedules(api, accountId, scriptName)
    return { crons: schedules.map(({ cron }) => ({ cron })), modifiedOn: newest(schedules) }
  } catch (error) {
    if (error instanceof ProviderFailure) throw new CodedError('CLOUD_ERROR', explain(error))
    throw error
  }
}

/** In our own format: the provider's has more digits after the second. */
function newest(schedules: readonly Schedule[]): string | null {
  const times = schedules.flatMap(
    ({ modified_on, created_on }) => parseLooseTime(modified_on ?? created_on ?? '') ?? [],
  )
  return times.length === 0 ? null : toIso(Math.max(...times))
}

/** Without an answer of the provider: what the Worker was last woken by, which its second copy does not know. */
function cronsOf({ cron, secondCopy }: WorkerStatus): Crons {
  if (secondCopy === true) throw new CodedError('CLOUD_ERROR', TIMER_UNKNOWN)
  return { crons: cron === null ? [] : [{ cron }], modifiedOn: null }
}

/** Throws WORKER_UNREACHABLE or INVALID_WORKER_KEY. */
export async function listKeys({ cloudSetup }: DiagnosticsDeps, prefix: string) {
  const link = await cloudSetup.workerLink()
  if (link === null) return keysBody(false, { keys: [], isComplete: true, metaValues: {} })
  return keysBody(true, requireAnswer(await link.listKeys(prefix)))
}

function keysBody(configured: boolean, { keys, isComplete, metaValues }: KvPage) {
  return { configured, keys, keyCount: keys.length, metaValues, isComplete, hasMore: !isComplete }
}
