// A server whose clock is wrong by two days and is put right, also while it is not there.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { DAY, MINUTE, type Duration } from '../../../../core/time.ts'
import { accountId, uploaded } from '../../../process-harness/client.ts'
import { newFolder } from '../../../process-harness/own-folders.ts'
import { startServer, type ServerProcess } from '../../../process-harness/server-process.ts'

async function startTurned(wrongBy: Duration) {
  const clock = join(newFolder(), 'clock')
  writeFileSync(clock, String(wrongBy))
  const first = await startServer({
    env: { TURNED_CLOCK_FILE: clock },
    nodeArgs: [`--import=${join(import.meta.dirname, '../../../process-harness/turned-clock.ts')}`],
  })
  /** Resolves when the server has seen it. */
  const turn = async (server: ServerProcess, by: Duration) => {
    writeFileSync(clock, String(by))
    const isTurned = async () => {
      const { timestamp } = (await (await server.request('/api/v1/health')).json()) as { timestamp: string }
      return Math.abs(Date.parse(timestamp) - Date.now() - by) < MINUTE
    }
    await expect.poll(isTurned).toBe(true)
  }
  return { first, turn }
}

it.each([
  ['behind', -2 * DAY],
  ['ahead', 2 * DAY],
])('a clock two days %s that is put right makes no keyed request act twice', async (_wrong, wrongBy) => {
  const { first, turn } = await startTurned(wrongBy)
  const body = {
    accountId: await accountId(first),
    mediaType: 'IMAGE',
    mediaFileId: (await uploaded(first)).id,
  }
  const key = await first.newKey()
  const headers = { 'idempotency-key': 'once' }
  const send = async (server: ServerProcess) => {
    const answer = await server.api('/posts/publish', { key, json: body, headers })
    return ((await answer.json()) as { postId: string }).postId
  }
  const made = await send(first)
  await turn(first, 0)
  expect(await send(first)).toBe(made)
  await turn(first, wrongBy)
  await first.kill9()
  const second = await first.again()
  await turn(second, 0)
  expect(await send(second)).toBe(made)
})

it('a clock that goes back by two days signs nobody out', async () => {
  const { first, turn } = await startTurned(0)
  const cookie = await first.signIn()
  const status = async (server: ServerProcess) =>
    (await server.request('/api/v1/posts', { headers: { cookie } })).status
  await turn(first, -2 * DAY)
  expect(await status(first)).toBe(200)
  await first.kill9()
  const second = await first.again()
  expect(await status(second)).toBe(200)
  await turn(second, 0)
  expect(await status(second)).toBe(200)
})
