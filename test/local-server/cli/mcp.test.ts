// What an agent is told when the server ends while it works for it.
import { expect, it, vi } from 'vitest'
import { callRunning } from '../../../local-server/cli/mcp.ts'
import { announceRunning } from '../../../local-server/data-folder/running.ts'
import { newKey } from '../wire/mcp/mcp-client.ts'
import { wireServer } from '../wire/wired-server.ts'

it.each([
  ['a change', 'POST', '/api/v1/posts/draft', 'not known whether'],
  ['a question', undefined, '/api/v1/posts/draft', 'Try again'],
  ['a check of a post, which has no effect', 'POST', '/api/v1/posts/validate', 'Try again'],
])('a server that ends before it answers may have done %s', async (_what, method, path, said) => {
  const wired = await wireServer()
  const { dataDir, origin, server } = wired
  const running = { origin, life: server.signingIn.life, asService: false }
  announceRunning(dataDir, running, server.parts.log)
  const { call, close } = callRunning(dataDir, await newKey(wired, 'draft'))
  expect((await call('/api/v1/auth/me')).status).toBe(200)
  let ended: Promise<void> | undefined
  vi.spyOn(server.app, 'fetch').mockImplementationOnce(() => {
    ended = wired.close()
    return new Promise<never>(() => {})
  })
  const response = await call(path, method === undefined ? {} : { method, body: '{}' })
  expect([response.status, await response.json()]).toEqual([
    503,
    { code: 'UNREACHABLE', error: expect.stringContaining(said) },
  ])
  await ended
  await close()
})
