// The mirror in Workers KV. It is a minute behind and more, keeps the last of two writers, and stops for the day when one of the
// free plan's quotas is spent (a thousand writes, deletes and lists each): good for reading, and for nothing that decides.
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
