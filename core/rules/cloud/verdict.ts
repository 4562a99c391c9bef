// The fact about the cloud that matters most, how bad it is, and the one thing to do about it.
import { isNewerVersion } from '../../newer-version.ts'
import { MINUTE, parseIso, type Instant } from '../../time.ts'

export interface CloudKnown {
  readonly status: { readonly workerConfigured: boolean; readonly bucketConfigured: boolean }
  /** The Worker's own report, or the code with which asking it failed. */
  readonly diagnostics: WorkerWords | { readonly code: string }
  /** Null when the Worker could not be asked. */
  readonly cron: { readonly hasCron: boolean; readonly modified_on: string | null } | null
  readonly deployment: {
    /** When its timer was last set from here. */
    readonly timerSetAt: Instant | null
    /** Null when no Worker was deployed from here. */
    readonly version: string | null
    /** The version that a deployment would bring. */
    readonly availableVersion: string | null
  }
  readonly now: Instant
}

interface WorkerWords {
  readonly version: string
  readonly hasEncryptionKey: boolean
  readonly keyMatches: boolean
  readonly lastCronRun: string | null
  readonly offline: boolean
  readonly clockSkewSeconds: number
  readonly unknownVersionCount: number
  readonly fromSecondCopy: boolean
  readonly outdatedReason: string | null
}

/** `wait`: nothing is known to be wrong, but posts do not go out yet. */
export type VerdictSeverity = 'none' | 'good' | 'wait' | 'warning' | 'bad'

export type VerdictKind =
  | 'not-set-up'
  | 'worker-missing'
  | 'bucket-missing'
  | 'wrong-worker-key'
  | 'coming-up'
  | 'unreachable'
  | 'cannot-tell'
  | 'no-encryption-key'
  | 'wrong-encryption-key'
  | 'starting'
  | 'timer-missing'
  | 'timer-stopped'
  | 'clock-off'
  | 'unknown-jobs'
  | 'outdated'
  | 'healthy'

/**
 * redeploy        Updates the deployed Worker, which keeps its secrets.
 * deploy-anew     Replaces its secrets with this installation's.
 * deploy-by-hand  As `redeploy`, for a Worker that was not deployed from here.
 */
export type CloudNextStep =
  | 'set-up'
  | 'connect'
  | 'redeploy'
  | 'deploy-anew'
  | 'deploy-by-hand'
  | 'wait'
  | 'look-again'
  | 'set-clock'

export interface CloudVerdict {
  readonly kind: VerdictKind
  readonly severity: VerdictSeverity
  readonly next: CloudNextStep | null
}

/** For this long a new address may not answer and a new timer may not run. */
const FRESH = 15 * MINUTE
/** More than a slow answer could make of two correct clocks. */
const CLOCK_IS_OFF_SECONDS = 30

/** The first that applies. */
export function cloudVerdict(known: CloudKnown): CloudVerdict {
  const { status, diagnostics } = known
  if (!status.workerConfigured)
    return status.bucketConfigured
      ? { kind: 'worker-missing', severity: 'none', next: 'set-up' }
      : { kind: 'not-set-up', severity: 'none', next: 'set-up' }
  if ('code' in diagnostics) return whenNotAnswered(known, diagnostics.code)
  return whenAnswered(known, diagnostics)
}

function whenNotAnswered(known: CloudKnown, code: string): CloudVerdict {
  if (code === 'INVALID_WORKER_KEY')
    return { kind: 'wrong-worker-key', severity: 'bad', next: withOurKeys(known) }
  if (code !== 'WORKER_UNREACHABLE') return { kind: 'cannot-tell', severity: 'warning', next: 'look-again' }
  return isFresh(known)
    ? { kind: 'coming-up', severity: 'wait', next: 'wait' }
    : { kind: 'unreachable', severity: 'bad', next: 'look-again' }
}

function whenAnswered(known: CloudKnown, words: WorkerWords): CloudVerdict {
  if (words.fromSecondCopy) return { kind: 'cannot-tell', severity: 'warning', next: 'look-again' }
  if (!words.keyMatches)
    return {
      kind: words.hasEncryptionKey ? 'wrong-encryption-key' : 'no-encryption-key',
      severity: 'bad',
      next: withOurKeys(known),
    }
  if (!known.status.bucketConfigured) return { kind: 'bucket-missing', severity: 'bad', next: 'connect' }
  if (words.offline) return whenTimerRests(known, words)
  if (Math.abs(words.clockSkewSeconds) > CLOCK_IS_OFF_SECONDS)
    return { kind: 'clock-off', severity: 'warning', next: 'set-clock' }
  if (words.outdatedReason !== null)
    return { kind: 'outdated', severity: 'warning', next: deployAgain(known) }
  if (words.unknownVersionCount > 0)
    return { kind: 'unknown-jobs', severity: 'warning', next: deployAgain(known) }
  const { version, availableVersion } = known.deployment
  if (version !== null && availableVersion !== null && isNewerVersion(availableVersion, words.version))
    return { kind: 'outdated', severity: 'good', next: 'redeploy' }
  return { kind: 'healthy', severity: 'good', next: null }
}

function whenTimerRests(known: CloudKnown, { lastCronRun }: WorkerWords): CloudVerdict {
  // Only the provider knows when it was set; without its answer an empty list only says that it has not run.
  if (known.cron?.hasCron === false && isOfHere(known) && !isFresh(known))
    return { kind: 'timer-missing', severity: 'bad', next: 'redeploy' }
  const mayBeNew = lastCronRun === null && timerSetAt(known) === null
  if (isFresh(known) || mayBeNew) return { kind: 'starting', severity: 'wait', next: 'wait' }
  return { kind: 'timer-stopped', severity: 'bad', next: deployAgain(known) }
}

const isOfHere = ({ deployment }: CloudKnown) => deployment.version !== null
const withOurKeys = (known: CloudKnown) => (isOfHere(known) ? 'deploy-anew' : 'connect')
const deployAgain = (known: CloudKnown) => (isOfHere(known) ? 'redeploy' : 'deploy-by-hand')

function isFresh(known: CloudKnown): boolean {
  const setAt = timerSetAt(known)
  return setAt !== null && Math.abs(known.now - setAt) < FRESH
}

function timerSetAt({ cron, deployment }: CloudKnown): Instant | null {
  const times = [parseIso(cron?.modified_on ?? ''), deployment.timerSetAt].filter((at) => at !== null)
  return times.length === 0 ? null : Math.max(...times)
}
