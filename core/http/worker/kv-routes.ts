// The KV mirror, for people who look at it and tidy it up. Nothing that is done here changes what is published.
import { Hono, type Context } from 'hono'
import * as z from 'zod'
import { CodedError } from '../../errors.ts'
import type { KvMirror } from '../../ports/cloud/kv-mirror.ts'
import { readBody } from './read-body.ts'

export interface KvRoutePorts {
  readonly kv: KvMirror
}

const LONGEST_KEY_BYTES = 512
const META = 'meta:'
/** There are a few; each read is an operation of its own. */
const MOST_META = 20

const Value = z.object({ value: z.string() })

export function kvRoutes({ kv }: KvRoutePorts) {
  return new Hono()
    .get('/', async (c) => {
      const { names, isComplete } = await callKv(() => kv.list(c.req.query('prefix') ?? ''))
      const meta = names.filter((name) => name.startsWith(META)).slice(0, MOST_META)
      const values = await callKv(() =>
        Promise.all(meta.map(async (name) => [name, await kv.get(name)] as const)),
      )
      const metaValues = Object.fromEntries(
        values.flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
      )
      return c.json({ keys: names.map((name) => ({ name })), isComplete, metaValues })
    })
    .put('/:key{.+}', async (c) => {
      const key = readKey(c)
      const { value } = await readBody(c, Value)
      await callKv(() => kv.put(key, value))
      return c.json({ ok: true })
    })
    .delete('/:key{.+}', async (c) => {
      const key = readKey(c)
      await callKv(() => kv.remove(key))
      return c.json({ ok: true })
    })
}

function readKey(c: Context): string {
  const key = c.req.param('key') ?? ''
  const bytes = new TextEncoder().encode(key).length
  if (key === '.' || key === '..' || bytes > LONGEST_KEY_BYTES)
    throw new CodedError('VALIDATION_ERROR', 'A key must be 1 to 512 bytes long and must not be "." or "..".')
  return key
}

/** The provider's own failures, a spent quota among them. */
async function callKv<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw new CodedError(
      'CLOUD_ERROR',
      'The key-value store failed. Its daily quota may be used up: try again later.',
      {
        cause: error,
      },
    )
  }
}
