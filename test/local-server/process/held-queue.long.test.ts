// A data folder that was copied, with posts whose time has passed: the copy publishes nothing until a person says so.
import Database from 'better-sqlite3'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { HOUR, MINUTE, toIso } from '../../../core/time.ts'
import { accountId, uploaded } from '../../process-harness/client.ts'
import { startSandbox } from '../../process-harness/sandbox-process.ts'
import { startServer, type ServerProcess } from '../../process-harness/server-process.ts'

const POSTS = 30

it('fires none of 30 overdue posts until it is confirmed, and then all in the order of their times', async () => {
  const sandbox = await startSandbox()
  const original = await startServer({ env: { NIGHTPOST_SANDBOX_URL: sandbox.origin } })
  await scheduleMany(original)
  await original.stop()
  const dataDir = `${original.dataDir}-copy`
  cpSync(original.dataDir, dataDir, { recursive: true })
  letTimePass(dataDir)

  const first = await original.again({ dataDir })
  expect(first.stdout()).toMatch(/Held {3}Nothing is published/)
  await first.kill9()
  const copy = await first.again()
  expect(await health(copy)).toBe('degraded')
  expect(await (await fromPage(copy, '/api/queue/state')).json()).toMatchObject({
    held: true,
    reason: 'copied',
    overdue: POSTS,
    waiting: POSTS,
  })
  // What the loop takes up at its start it takes up at once.
  await pause(500)
  expect(await sandbox.live()).toEqual([])

  expect(await (await fromPage(copy, '/api/queue/confirm', {})).json()).toMatchObject({ held: false })
  await expect.poll(async () => (await sandbox.live()).length).toBe(POSTS)
  const order = (await sandbox.live()).toReversed().map(({ caption }) => caption)
  expect(order).toEqual(Array.from({ length: POSTS }, (_, n) => `post ${n}`))
  await expect.poll(() => health(copy)).toBe('healthy')
  await copy.stop()
  expect((await copy.again()).stdout()).not.toMatch(/Held/)
})

/** In an order that is not that of their times. */
async function scheduleMany(server: ServerProcess): Promise<void> {
  const [account, media] = [await accountId(server), await uploaded(server)]
  for (let index = 0; index < POSTS; index += 1) {
    const n = (index * 7) % POSTS
    const scheduledFor = toIso(Date.now() + 2 * HOUR + n * MINUTE)
    const post = { accountId: account, mediaType: 'IMAGE', mediaFileId: media.id, caption: `post ${n}` }
    const answer = await server.api('/schedule', { json: { ...post, scheduledFor } })
    expect(answer.status).toBe(201)
  }
}

/** A day, as if the copy had lain there for so long. */
function letTimePass(dataDir: string): void {
  const database = new Database(join(dataDir, 'nightpost.db'))
  const earlier = 24 * HOUR
  database.prepare('update posts set scheduled_for = scheduled_for - ?').run(earlier)
  database.prepare('update jobs set run_at = run_at - ?, wake_at = wake_at - ?').run(earlier, earlier)
  database.close()
}

async function fromPage(server: ServerProcess, path: string, json?: unknown): Promise<Response> {
  const headers = { cookie: await server.signIn(), origin: server.origin, 'content-type': 'application/json' }
  const body = json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) }
  return server.request(path, { headers, ...body })
}

async function health(server: ServerProcess): Promise<string> {
  const answer = await server.request('/api/v1/health')
  return ((await answer.json()) as { status: string }).status
}
