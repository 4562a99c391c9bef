// What each key was used for, so that its user can see what a script or an agent has done. Gathered in memory and written in
// batches: a read must not cost a commit. A crash can lose the latest lines, never the effect of those calls.
import { CodedError } from '../../coded-error.ts'
import { createKeyedMutex } from '../../keyed-mutex.ts'
import type { Clock } from '../../ports/clock.ts'
import type { KeyCall, KeyStore, StoredKeyCall } from '../../ports/key-store.ts'
import { DAY, toIso, type Duration } from '../../time.ts'

const KEPT_FOR: Duration = 30 * DAY
/** Of one key, in memory as in the store. */
const MOST_KEPT = 1_000
const LISTED_AT_ONCE = 50

export function createKeyCalls({ keys, clock }: { readonly keys: KeyStore; readonly clock: Clock }) {
  const gathered = new Map<string, KeyCall[]>()
  const mutex = createKeyedMutex()

  function note(call: KeyCall): void {
    const calls = gathered.get(call.keyId) ?? []
    calls.push(call)
    if (calls.length > MOST_KEPT) calls.shift()
    gathered.set(call.keyId, calls)
  }

  function takeGathered(): KeyCall[] {
    const calls = [...gathered.values()].flat()
    gathered.clear()
    return calls
  }

  /** What cannot be written now is written the next time. */
  const write = () =>
    mutex.runExclusive('write', async () => {
      await keys.removeCallsBefore(clock.now() - KEPT_FOR)
      const calls = takeGathered()
      if (calls.length === 0) return
      try {
        await keys.addCalls(calls, MOST_KEPT)
      } catch (error) {
        for (const call of [...calls, ...takeGathered()]) note(call)
        throw error
      }
    })

  return {
    note,
    write,
    /** Lists the latest calls of a key before the call `before`, newest first. Throws NOT_FOUND. */
    async list(keyId: string, before: number) {
      if (!(await keys.list()).some(({ id }) => id === keyId))
        throw new CodedError('NOT_FOUND', 'API key not found.')
      // On a full disk, what is stored can still be read.
      await write().catch(() => {})
      const found = await keys.listCalls(keyId, before, LISTED_AT_ONCE + 1)
      return {
        calls: found.slice(0, LISTED_AT_ONCE).map(bodyOf),
        hasMore: found.length > LISTED_AT_ONCE,
      }
    },
  }
}

export type KeyCallBody = Omit<StoredKeyCall, 'keyId' | 'at'> & { readonly at: string }

function bodyOf({ keyId: _keyId, at, ...call }: StoredKeyCall): KeyCallBody {
  return { ...call, at: toIso(at) }
}
