// KV mirrors as bad as the real one may be.
import type { KvMirror } from '../../../core/ports/cloud/kv-mirror.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import type { Random } from '../../../core/ports/random.ts'
import { MINUTE, type Instant } from '../../../core/time.ts'

export interface CountedKvMirror extends KvMirror {
  readonly counts: { reads: number; writes: number; removes: number; lists: number }
  /** What was written last, by key. */
  readonly texts: ReadonlyMap<string, string>
}

/** Tells what was true up to two minutes ago, absence included, and loses one write in twenty. */
export function createLaggyKvMirror(clock: Clock, random: Random): CountedKvMirror {
  const history = new Map<string, { at: Instant; text: string | null }[]>()
  const texts = new Map<string, string>()
  const counts = { reads: 0, writes: 0, removes: 0, lists: 0 }
  const chance = () => (random.bytes(1)[0] ?? 0) / 256
  const write = (key: string, text: string | null) => {
    if (chance() < 0.05) return
    history.set(key, [...(history.get(key) ?? []), { at: clock.now(), text }])
    if (text === null) texts.delete(key)
    else texts.set(key, text)
  }
  const read = (key: string) => {
    const asOf = clock.now() - chance() * 2 * MINUTE
    return history.get(key)?.findLast(({ at }) => at <= asOf)?.text ?? null
  }
  return {
    counts,
    texts,
    async put(key, text) {
      counts.writes += 1
      write(key, text)
    },
    async get(key) {
      counts.reads += 1
      return read(key)
    },
    async remove(key) {
      counts.removes += 1
      write(key, null)
    },
    async list(prefix) {
      counts.lists += 1
      const names = [...history.keys()].filter((key) => key.startsWith(prefix) && read(key) !== null)
      return { names: names.toSorted(), isComplete: true }
    },
  }
}
