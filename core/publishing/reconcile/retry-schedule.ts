// When to read again. Waiting costs the user time, reading costs call budget: the platform advises to read rarely.
import { HOUR, MINUTE, SECOND, type Duration, type Instant } from '../../time.ts'

const READS = {
  image: [2 * SECOND, 3 * SECOND, 5 * SECOND],
  video: [5 * SECOND, 10 * SECOND, 20 * SECOND, 30 * SECOND],
} as const
const LATER_READS = { image: 10 * SECOND, video: MINUTE } as const
/** Ten minutes of reading every minute: a video that is not FINISHED by then takes its time. */
const PATIENT_READS = 14
const PATIENT_READ_EVERY = 5 * MINUTE
/** A container that is not FINISHED by then will not be. */
export const PROCESSING_LIMIT = { image: 5 * MINUTE, video: HOUR } as const
/** … and after fewer reads than this it was not waited for: the clock was set, or the machine slept. */
export const PROCESSING_READS = 10

/** The next status read of a container after `reads` reads. */
export function nextStatusReadAt(now: Instant, reads: number, kind: 'image' | 'video'): Instant {
  if (kind === 'video' && reads >= PATIENT_READS) return now + PATIENT_READ_EVERY
  return now + (READS[kind][reads] ?? LATER_READS[kind])
}

/** A container dies at 24 hours; one this old is not built upon. */
export const TOO_OLD_TO_USE: Duration = 23 * HOUR

/** An early look is harmless: only what it finds counts, and a live post is then known within seconds. */
const RECONCILE_DELAYS: readonly Duration[] = [2 * SECOND, 15 * SECOND, 50 * SECOND, 2 * MINUTE]
const RECONCILE_EVERY = 3 * MINUTE
const BACKGROUND_RECONCILE_EVERY = HOUR / 2

export function firstReconcileAt(now: Instant): Instant {
  return now + (RECONCILE_DELAYS[0] ?? SECOND)
}

/** The look after the one that brought the count to `reads`. */
export function nextReconcileAt(now: Instant, reads: number): Instant {
  return now + (RECONCILE_DELAYS[reads] ?? RECONCILE_EVERY)
}

/** After the user was told that we do not know, we still look now and then. */
export function nextBackgroundReconcileAt(now: Instant): Instant {
  return now + BACKGROUND_RECONCILE_EVERY
}

const PERMALINK_READS: readonly Duration[] = [5 * SECOND, MINUTE, 10 * MINUTE, HOUR]

/** Null when it is time to live without a permalink. */
export function nextPermalinkReadAt(now: Instant, reads: number): Instant | null {
  const delay = PERMALINK_READS[reads]
  return delay === undefined ? null : now + delay
}

const CONTAINER_RETRIES: readonly Duration[] = [10 * SECOND, MINUTE]

/** When to ask for another container after `asked` were asked for. */
export function nextContainerAt(now: Instant, asked: number): Instant {
  return now + (CONTAINER_RETRIES[asked - 1] ?? MINUTE)
}

/** The look after the platform said "not ready yet"; when it shows nothing of ours the same container is sent again. */
export const LAG_RETRY: Duration = 5 * SECOND
/** … and the look after that one, where one is not enough. */
export const LAG_SECOND_READ: Duration = 10 * SECOND
/** How long after the first intent that is believed. */
export const LAG_LIMIT: Duration = 2 * MINUTE
