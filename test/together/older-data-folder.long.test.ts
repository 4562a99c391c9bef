// A data folder that the version before has written, killed in the middle of everything, with its sandbox and its Worker: the
// current version finishes it once it is told to, with nothing twice.
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { PostBody } from '../../core/api/posts.ts'
import type { LiveMedia } from '../../local-server/sandbox/live.ts'
import { WITH_THE_WORKER } from '../data-folder/days-with-the-worker.ts'
import { openHeld } from '../data-folder/opened-folder.ts'
import { unpackFolder, type Unpacked } from '../data-folder/packed-folder.ts'
import { accountNamed, api, page, postsOf } from '../data-folder/page-requests.ts'
import { openReadOnly } from '../process-harness/database.ts'
import { freePort } from '../process-harness/free-port.ts'
import type { SandboxProcess } from '../process-harness/sandbox-process.ts'
import type { ServerProcess } from '../process-harness/server-process.ts'
import { startWorker, type WorkerProcess } from '../process-harness/worker-process.ts'

/** What is under way in it, by caption, and how that ends. */
const ENDS: Readonly<Record<string, PostBody['status']>> = {
  'scheduled here': 'PUBLISHED',
  'the access ends before': 'PUBLISHED',
  'the access has ended': 'PUBLISHED',
  'cannot be prepared': 'PUBLISHED',
  'prepared ahead': 'PUBLISHED',
  'still processed': 'PUBLISHED',
  'uncertain and live': 'PUBLISHED',
  'uncertain and not live': 'FAILED',
  'sent and unanswered': 'PUBLISHED',
  limited: 'PUBLISHED',
  queued: 'PUBLISHED',
}

/** Looks that prove something are up to a minute apart. */
const SPEED = 10

it('publishes nothing before it is told to, and then all that was under way, and nothing twice', async () => {
  const unpacked = unpackFolder()
  const { sandbox, server: first, againWith } = await openHeld(unpacked, SPEED)
  const before = await sandbox.live()
  // What is taken up at a start is taken up at once.
  await pause(500)
  expect(await sandbox.live()).toEqual(before)
  expect((await first.api('/posts', { key: unpacked.key })).status).toBe(200)
  expect((await first.api('/posts', { key: unpacked.revokedKey })).status).toBe(401)
  await first.kill9()

  const worker = await startItsWorker(unpacked, sandbox)
  const server = await againWith(worker.details.workerUrl)
  for (const caption of WITH_THE_WORKER) await expectEnd(server, caption, 'PUBLISHED')
  expect(await mentionsOf(server, 'demo.kitchen')).toMatchObject({ runner: 'cloud', source: 'official' })
  expect(await mentionsOf(server, 'harbour.bakery')).toMatchObject({ runner: 'local', source: 'native' })
  expect(ofThisComputer(await sandbox.live())).toEqual(ofThisComputer(before))

  await page(server, '/queue/confirm', {})
  for (const [caption, end] of Object.entries(ENDS)) await expectEnd(server, caption, end)
  await expectEachOnce(server, sandbox)
  expect((await server.stop()).code).toBe(0)
  using database = openReadOnly(server.dataDir)
  expect(database.problems()).toEqual([])
  // The copies of the two rows that could not be read.
  expect(database.rows("select name from settings where name like 'set-aside/%'")).toHaveLength(2)
})

/** How mentions of the account are looked for. */
async function mentionsOf(server: ServerProcess, username: string): Promise<unknown> {
  const accountId = await accountNamed(server, username)
  const path = `/story-repost/status?accountId=${accountId}`
  return (await api<{ config: unknown }>(server, path)).config
}

async function startItsWorker(unpacked: Unpacked, sandbox: SandboxProcess): Promise<WorkerProcess> {
  const port = await freePort()
  unpacked.moveWorker({ sandbox: Number(new URL(sandbox.origin).port), worker: port })
  return startWorker({ dataDir: unpacked.folder('worker'), port })
}

async function expectEnd(server: ServerProcess, caption: string, status: PostBody['status']): Promise<void> {
  const found = async () => (await postsOf(server)).find((post) => post.caption === caption)?.status
  await expect.poll(found, { message: caption }).toBe(status)
}

function ofThisComputer(live: readonly LiveMedia[]): LiveMedia[] {
  return live.filter(({ caption }) => caption !== null && caption in ENDS)
}

/** N2 to N4: every post that says PUBLISHED is live once and by the id that it names, every other one is not. */
async function expectEachOnce(server: ServerProcess, sandbox: SandboxProcess): Promise<void> {
  const live = await sandbox.live()
  for (const { caption, status, igMediaId } of await postsOf(server)) {
    if (caption === null) continue
    const ours = live.filter((one) => one.caption === caption).map(({ id }) => id)
    expect([caption, ...ours]).toEqual(status === 'PUBLISHED' ? [caption, igMediaId] : [caption])
  }
}
