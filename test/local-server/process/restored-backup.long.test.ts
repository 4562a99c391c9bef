// A backup of the whole data folder, made after an orderly stop, and put back in its place after the posts in it went out:
// nothing is published before a person says so, and after that nothing twice. Either safeguard is enough on its own.
import Database from 'better-sqlite3'
import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE, toIso } from '../../../core/time.ts'
import { accountId, postOf, uploaded } from '../../process-harness/client.ts'
import { startSandbox, type SandboxProcess } from '../../process-harness/sandbox-process.ts'
import { startServer, type ServerProcess } from '../../process-harness/server-process.ts'

const POSTS = 12
/** One has no caption and one is a story: nothing tells them from what was posted by hand. */
const [WORDLESS, STORY] = [10, 11]

interface Scene {
  readonly sandbox: SandboxProcess
  readonly server: ServerProcess
  readonly ids: readonly string[]
}

/** All twelve are live, and the folder is what it was before that. */
async function restored(): Promise<Scene> {
  const sandbox = await startSandbox()
  const first = await startServer({ env: { NIGHTPOST_SANDBOX_URL: sandbox.origin } })
  const ids = await scheduleAll(first)
  await first.stop()
  letTimePass(first.dataDir)
  const backup = `${first.dataDir}-backup`
  cpSync(first.dataDir, backup, { recursive: true, preserveTimestamps: true })
  const server = await first.again()
  await expect.poll(async () => (await sandbox.live()).length).toBe(POSTS)
  for (const id of ids) await expect.poll(() => statusOf(server, id)).toBe('PUBLISHED')
  await server.stop()
  for (const name of readdirSync(first.dataDir)) rmSync(join(first.dataDir, name), { recursive: true })
  cpSync(backup, first.dataDir, { recursive: true, preserveTimestamps: true })
  return { sandbox, server, ids }
}

async function scheduleAll(server: ServerProcess): Promise<string[]> {
  const [account, media] = [await accountId(server), await uploaded(server)]
  const ids: string[] = []
  for (let n = 0; n < POSTS; n += 1) {
    const scheduledFor = toIso(Date.now() + 2 * HOUR + n * MINUTE)
    const mediaType = n === STORY ? 'STORIES' : 'IMAGE'
    const words = n === WORDLESS || n === STORY ? {} : { caption: `post ${n}` }
    const json = { accountId: account, mediaType, mediaFileId: media.id, ...words, scheduledFor }
    const answer = await server.api('/schedule', { json })
    expect(answer.status).toBe(201)
    ids.push(((await answer.json()) as { postId: string }).postId)
  }
  return ids
}

/** Their times come while the computer is off. */
function letTimePass(dataDir: string): void {
  const database = new Database(join(dataDir, 'nightpost.db'))
  const earlier = 3 * HOUR
  database.prepare('update posts set scheduled_for = scheduled_for - ?').run(earlier)
  const jobs = 'run_at = run_at - @earlier, wake_at = wake_at - @earlier, created_at = created_at - @earlier'
  database.prepare(`update jobs set ${jobs}`).run({ earlier })
  database.close()
}

async function statusOf(server: ServerProcess, id: string): Promise<unknown> {
  return (await postOf(server, id)).status
}

async function confirm(server: ServerProcess): Promise<void> {
  const headers = { cookie: await server.signIn(), origin: server.origin, 'content-type': 'application/json' }
  const answer = await server.request('/api/queue/confirm', { method: 'POST', headers, body: '{}' })
  expect(await answer.json()).toMatchObject({ held: false })
}

async function expectEachOnce({ sandbox, ids }: Scene, server: ServerProcess): Promise<void> {
  for (const [n, id] of ids.entries()) {
    const inDoubt = n === WORDLESS || n === STORY
    await expect.poll(() => statusOf(server, id)).toBe(inDoubt ? 'FAILED' : 'PUBLISHED')
    const post = await postOf(server, id)
    expect(post.publishOutcome).toBe(inDoubt ? 'unconfirmed' : 'confirmed')
    const [live] = (await sandbox.live()).filter(({ caption }) => caption === `post ${n}`)
    if (!inDoubt) expect(post.igMediaId).toBe(live?.id)
  }
  expect(await sandbox.live()).toHaveLength(POSTS)
}

describe('a backup of the whole folder, put back in its place', () => {
  it('publishes nothing until a person says so, and then nothing twice', async () => {
    const scene = await restored()
    const server = await scene.server.again()
    expect(server.stdout()).toMatch(/Held {3}Nothing is published/)
    // What the loop takes up at its start it takes up at once.
    await pause(500)
    expect(await scene.sandbox.live()).toHaveLength(POSTS)
    for (const id of scene.ids) expect(await statusOf(server, id)).toBe('SCHEDULED')
    await confirm(server)
    await expectEachOnce(scene, server)
  })

  it('publishes nothing twice when nobody notices that it is an older one', async () => {
    const scene = await restored()
    rmSync(`${scene.server.dataDir}-state`, { recursive: true })
    const server = await scene.server.again()
    expect(server.stdout()).not.toMatch(/Held/)
    await expectEachOnce(scene, server)
  })
})
