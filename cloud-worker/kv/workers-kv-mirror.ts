// The mirror in Workers KV. It lags by a minute or more, keeps the last of two writers, and fails for the rest of the
// day once a quota of the free plan is spent (a thousand writes, deletes and lists each): good for reading, never for
// deciding.
import type { KvMirror } from '../../core/ports/cloud/kv-mirror.ts'
import { SECOND } from '../../core/time.ts'

export function createWorkersKvMirror(kv: KVNamespace): KvMirror {
  return {
    async put(key, text, { keepFor } = {}) {
      const options = keepFor === undefined ? {} : { expirationTtl: Math.ceil(keepFor / SECOND) }
      await kv.put(key, text, options)
    },
    get: (key) => kv.get(key),
    remove: (key) => kv.delete(key),
    async list(prefix) {
      const page = await kv.list({ prefix })
      return { names: page.keys.map(({ name }) => name), isComplete: page.list_complete }
    },
  }
}
