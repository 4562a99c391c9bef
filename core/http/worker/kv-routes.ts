// The KV mirror, for people who inspect it and clean it up. Nothing done here changes what is published.
import { Hono, type Context } from 'hono'
import * as z from 'zod'
import type { WorkerModules } from '../../engine/worker/worker-modules.ts'
import { CodedError } from '../../coded-error.ts'
import { readBody } from './read-body.ts'

const LONGEST_KEY_BYTES = 512

const Value = z.object({ value: z.string() })

export function kvRoutes(entries: WorkerModules['entries']) {
  return new Hono()
    .get('/', async (c) => c.json(await entries.list(c.req.query('prefix') ?? '')))
    .put('/:key{.+}', async (c) => {
      const key = readKey(c)
      const { value } = await readBody(c, Value)
      await entries.put(key, value)
      return c.json({ ok: true })
    })
    .delete('/:key{.+}', async (c) => {
      const key = readKey(c)
      await entries.remove(key)
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
