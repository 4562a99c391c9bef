// What those who listened to events miss when the data folder is put back as it was before.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { webCryptoRandom as random } from '../../../core/random.ts'
import { openQueueHold } from '../../../local-server/data-folder/queue-hold.ts'
import { migrationsDir } from '../../../local-server/paths.ts'
import { createSqliteHandoverStore } from '../../../local-server/sqlite/cloud/sqlite-handover-store.ts'
import { openDatabase } from '../../../local-server/sqlite/open-database.ts'
import { createSqliteEventStore } from '../../../local-server/sqlite/requests/sqlite-event-store.ts'
import { aCloudPost, aHandover, AT_WORKER } from '../../contracts/handover-builders.ts'
import { createManualClock } from '../../fakes/manual-clock.ts'
import { createMemoryLog } from '../../fakes/memory-log.ts'
import { newFolder } from '../../process-harness/own-folders.ts'

const clock = createManualClock()

/** One life of a server on the folder, in which so many posts are made. What it has after that event, and its latest one. */
async function live(dataDir: string, posts: number, after: number) {
  const database = openDatabase(join(dataDir, 'nightpost.db'), migrationsDir)
  openQueueHold({ dataDir, stateDir: null, database, clock, random, log: createMemoryLog() })
  const [events, handovers] = [createSqliteEventStore(database), createSqliteHandoverStore(database.db)]
  for (const post of Array.from({ length: posts }, () => aCloudPost()))
    await handovers.accept(post, aHandover(post, AT_WORKER))
  const found = { latest: await events.latest(), after: await events.after(after, 10) }
  database.close()
  return found
}

it('nothing that they do not read again, however many events have come since', async () => {
  const dataDir = join(newFolder(), 'data')
  mkdirSync(dataDir)
  const { latest } = await live(dataDir, 1, 0)
  // As a backup leaves it. One more event was written after it was made.
  rmSync(join(dataDir, 'instance.json'))
  expect(await live(dataDir, 3, latest + 1)).toMatchObject({ after: null })
  const killed = await live(dataDir, 1, 0)
  const [next] = (await live(dataDir, 1, killed.latest)).after ?? []
  expect(next).toMatchObject({ id: killed.latest + 1 })
})
