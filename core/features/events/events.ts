// Listeners to events: each reads the outbox at its own pace, and all are woken by the same write.
import type { EventBody } from '../../api/events.ts'
import type { AttentionBody } from '../../api/attention.ts'
import { CodedError } from '../../coded-error.ts'
import type { EventStore, StoredEvent } from '../../ports/event-store.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Log } from '../../ports/log.ts'
import type { Pause } from '../../ports/pause.ts'
import { DAY, SECOND, toIso, type Duration } from '../../time.ts'

export interface EventsDeps {
  readonly events: EventStore
  readonly clock: Clock
  readonly log: Log
  startPause(time: Duration): Pause
}

/** How often a line keeps the connection alive, and its caller is checked again. */
export const BEAT_EVERY: Duration = 15 * SECOND
export const MOST_LISTENERS = 200
/** Places that keys cannot take: the page always finds one. */
const OF_THE_PAGE = 50
/** So that no key takes the places of the others. */
export const MOST_LISTENERS_OF_A_KEY = 25
const READ_AT_ONCE = 100
const KEPT_FOR: Duration = 7 * DAY
const MOST_KEPT = 10_000

export type FeedItem =
  /** Where the listener is: what follows has higher ids. */
  | { readonly kind: 'position'; readonly id: number }
  /** Events are missing: the listener has to read everything again. */
  | { readonly kind: 'reset'; readonly id: number }
  | { readonly kind: 'event'; readonly event: StoredEvent }
  | { readonly kind: 'beat' }

export function createEvents(deps: EventsDeps) {
  const { events, clock, log } = deps
  const closing = new AbortController()
  const places = createPlaces()
  return {
    /**
     * Throws RATE_LIMITED when too many listen. `keyId` is null for the page. `after` null: from now on. The feed ends with `signal` and with the server, and must be
     * read to its end or left.
     */
    async listen(
      keyId: string | null,
      after: number | null,
      signal: AbortSignal,
    ): Promise<AsyncGenerator<FeedItem, void>> {
      const start = after ?? (await events.latest())
      const release = places.take(keyId)
      return guarded(follow(deps, start, AbortSignal.any([signal, closing.signal])), { log, release })
    },
    /** Deriving it costs a look at the disk, so it is not read while nobody listens; later listeners learn what is new since then. */
    async noteAttention(read: () => Promise<Pick<AttentionBody, 'entries'>>) {
      if (places.taken() > 0) await events.noteAttention((await read()).entries)
    },
    trim: () => events.trim(clock.now() - KEPT_FOR, MOST_KEPT),
    /** Ends all feeds, which would otherwise keep a stopping server waiting. */
    close: () => closing.abort(),
  }
}

/** Who listens: the id of each listener's key, null for the page. */
function createPlaces() {
  let taken: (string | null)[] = []
  const refuse = (why: string): never => {
    throw new CodedError('RATE_LIMITED', why, { retryAfter: BEAT_EVERY / SECOND })
  }
  return {
    taken: () => taken.length,
    /** Returns how the place is given back. Throws RATE_LIMITED. */
    take(keyId: string | null): () => void {
      const ofKeys = taken.filter((one) => one !== null)
      if (keyId !== null && ofKeys.filter((one) => one === keyId).length >= MOST_LISTENERS_OF_A_KEY)
        refuse(
          `${MOST_LISTENERS_OF_A_KEY} programs listen to events with this key already. Close one of them first.`,
        )
      const isFull = keyId !== null && ofKeys.length >= MOST_LISTENERS - OF_THE_PAGE
      if (isFull || taken.length >= MOST_LISTENERS)
        refuse('Too many programs listen to events. Close one of them first.')
      taken.push(keyId)
      return () => {
        taken = taken.toSpliced(taken.indexOf(keyId), 1)
      }
    },
  }
}

export type Events = ReturnType<typeof createEvents>

export function eventBody({ id, at, ...event }: StoredEvent): EventBody {
  return { id: String(id), at: toIso(at), ...event }
}

/** The answer has begun, so a failure can only end it. */
async function* guarded(
  feed: AsyncGenerator<FeedItem, void>,
  { log, release }: { readonly log: Log; release(): void },
): AsyncGenerator<FeedItem, void> {
  try {
    yield* feed
  } catch (error) {
    log.error('events could not be read', { error })
  } finally {
    release()
  }
}

async function* follow(
  { events, startPause }: EventsDeps,
  start: number,
  signal: AbortSignal,
): AsyncGenerator<FeedItem, void> {
  const alarm = createAlarm()
  // Listening begins before the first read, so that no event falls between them.
  const stopListening = events.onWritten(alarm.ring)
  signal.addEventListener('abort', alarm.ring)
  let beat = startBeat(startPause, alarm.ring)
  try {
    let position = start
    yield { kind: 'position', id: position }
    while (!signal.aborted) {
      alarm.reset()
      const found = await events.after(position, READ_AT_ONCE)
      if (found === null) {
        position = await events.latest()
        yield { kind: 'reset', id: position }
      }
      for (const event of found ?? []) {
        if (signal.aborted) return
        position = event.id
        yield { kind: 'event', event }
      }
      if (beat.isOver()) {
        beat = startBeat(startPause, alarm.ring)
        yield { kind: 'beat' }
      }
      if (found?.length === 0) await alarm.rung()
    }
  } finally {
    beat.end()
    stopListening()
    signal.removeEventListener('abort', alarm.ring)
  }
}

function startBeat(startPause: EventsDeps['startPause'], ring: () => void) {
  const pause = startPause(BEAT_EVERY)
  let isOver = false
  void pause.over.then(() => {
    isOver = true
    ring()
  })
  return { isOver: () => isOver, end: pause.end }
}

/** A ring while nobody waits is not missed. */
function createAlarm() {
  let { promise, resolve } = Promise.withResolvers<void>()
  return {
    ring: () => resolve(),
    rung: () => promise,
    reset() {
      ;({ promise, resolve } = Promise.withResolvers<void>())
    },
  }
}
