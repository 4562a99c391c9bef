// Writes `test/fixtures/data-folder.br`, a data folder of this version with work in every state it can be in, and beside it
// the replies of the API about it. It takes five minutes.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import type { PostBody } from '../../core/api/posts.ts'
import { filesBelow, newFolder } from '../process-harness/own-folders.ts'
import { startSandbox } from '../process-harness/sandbox-process.ts'
import { startServer, type ServerProcess } from '../process-harness/server-process.ts'
import {
  age,
  BEHIND_MS,
  catchInTheMiddle,
  failAsRefused,
  publishForSentences,
  repostMentions,
  scheduleHere,
} from './caught-in-the-middle.ts'
import { setUp, useTheWorker, WITH_THE_WORKER } from './days-with-the-worker.ts'
import { packFolder, unpackFolder } from './packed-folder.ts'
import { postsOf } from './page-requests.ts'
import { openHeld, REPLIES } from './opened-folder.ts'
import { repliesOf } from './replies.ts'

it('writes the data folder', async () => {
  const place = newFolder()
  const [dataDir, sandboxDir, workerDir] = ['data', 'sandbox', 'worker'].map((part) => join(place, part)) as [
    string,
    string,
    string,
  ]

  const first = await startSandbox(sandboxDir)
  const keys = await setUp(dataDir, first)
  const worker = await useTheWorker(dataDir, workerDir, first)
  await first.stop()

  const clock = join(newFolder(), 'clock')
  writeFileSync(clock, String(BEHIND_MS))
  const behind = {
    env: { TURNED_CLOCK_FILE: clock },
    nodeArgs: [`--import=${join(import.meta.dirname, '../process-harness/turned-clock.ts')}`],
  }
  const sandbox = await startSandbox(sandboxDir, behind)
  const env = {
    NIGHTPOST_SANDBOX_URL: sandbox.origin,
    ...worker.variables,
    CLOUD_WORKER_URL: 'http://127.0.0.1:1',
    ...behind.env,
  }
  const server = await startServer({ dataDir, env, nodeArgs: behind.nodeArgs })
  await publishForSentences({ server, sandbox })
  await repostMentions({ server, sandbox })
  await failAsRefused({ server, sandbox })
  await scheduleHere({ server, sandbox })
  await server.stop()
  age(dataDir)
  await catchInTheMiddle({ server: await server.again(), sandbox })
  await sandbox.stop()

  for (const part of [sandboxDir, workerDir]) settle(part)
  const port = (url: string) => Number(new URL(url).port)
  packFolder(place, {
    ports: { sandbox: port(first.origin), worker: port(worker.details.workerUrl) },
    ...keys,
  })
  const opened = await openHeld(unpackFolder())
  await expectLate(opened.server)
  writeFileSync(REPLIES, `${JSON.stringify(await repliesOf(opened.server), null, 2)}\n`)
})

/** Nothing moves in the folder once all posts with the Worker are overdue. */
async function expectLate(server: ServerProcess): Promise<void> {
  const isWithWorker = ({ caption }: PostBody) => WITH_THE_WORKER.some((one) => one === caption)
  await expect
    .poll(async () => (await postsOf(server)).filter(isWithWorker).map(({ warnings }) => warnings))
    .toEqual(WITH_THE_WORKER.map(() => [expect.stringMatching(/was due/)]))
}

/** What a program that was stopped has left in the journals of its databases gets into the databases. */
function settle(folder: string): void {
  for (const name of filesBelow(folder).filter((one) => /\.(db|sqlite)$/.test(one))) {
    const database = new Database(join(folder, name))
    database.pragma('wal_checkpoint(TRUNCATE)')
    database.close()
  }
}
