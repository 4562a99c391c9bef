// The power goes at the moment of each acknowledgement. The writes and flushes of one server are traced while clients are
// served; then the disk is rebuilt, as it would be, for every such moment: from flushed bytes alone, and with a random half
// of the others. Whatever was acknowledged is there, the database is sound, and no row points at a file that is not whole.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { migrationsDir } from '../../../../local-server/paths.ts'
import { openDatabase } from '../../../../local-server/sqlite/open-database.ts'
import { newChance } from '../../../process-harness/chance.ts'
import { smallPicture } from '../../../process-harness/client.ts'
import { DiskInDoubt, NO_LUCK, type Luck } from '../../../process-harness/disk-in-doubt.ts'
import { newFolder } from '../../../process-harness/own-folders.ts'
import { startServer } from '../../../process-harness/server-process.ts'
import { traceCalls, traceProblem, type SystemCall } from '../../../process-harness/system-calls.ts'
import { createWriters, whatIsWrong, type Writers } from '../../../process-harness/written-things.ts'

const ACKNOWLEDGED = 220
const KINDS = 6

const seen = { acknowledgements: 0, states: 0 }
afterAll(() => console.info('power cuts:', seen))

/** The ids of the requests whose answers begin in these bytes. */
function acknowledgedIn(bytes: Buffer): string[] {
  const text = bytes.toString('latin1')
  if (!/^HTTP\/1\.1 2\d\d /.test(text)) return []
  return [...text.matchAll(/^x-request-id: (ack-\d+)\r$/gim)].map(([, ack = '']) => ack)
}

const MATTERS = /^(nightpost\.db(-wal|-journal)?|uploads\/.*)$/

interface Replay {
  readonly disk: DiskInDoubt
  readonly calls: readonly SystemCall[]
  readonly writers: Writers
  readonly half: Luck
}

/** Sentences about every state in which something is missing. */
function replay({ disk, calls, writers, half }: Replay): string[] {
  const found: string[] = []
  const acknowledged = new Set<string>()
  for (const call of calls) {
    disk.apply(call)
    const acks = call.kind === 'send' ? acknowledgedIn(call.bytes) : []
    for (const ack of acks) {
      acknowledged.add(ack)
      seen.acknowledgements += 1
      for (const [name, luck] of Object.entries({ 'flushed only': NO_LUCK, 'half of the rest': half }))
        found.push(...afterCut(disk, luck, writers, acknowledged).map((what) => `${ack}, ${name}: ${what}`))
    }
  }
  return found
}

function afterCut(
  disk: DiskInDoubt,
  luck: Luck,
  { writes }: Writers,
  acknowledged: ReadonlySet<string>,
): string[] {
  const folder = join(newStates, String((seen.states += 1)))
  mkdirSync(folder, { recursive: true })
  try {
    disk.rebuild(folder, (name) => MATTERS.test(name), luck)
    openDatabase(join(folder, 'nightpost.db'), migrationsDir).close()
    return whatIsWrong(folder, writes, acknowledged)
  } catch (error) {
    return [String(error)]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

let newStates = ''

describe('a power cut', () => {
  it('at any acknowledgement loses nothing that was acknowledged', async ({ skip }) => {
    const problem = traceProblem()
    if (problem !== null) return skip(problem)
    newStates = newFolder()
    const chance = newChance('power cut')
    const server = await startServer()
    const writers = createWriters(server, chance, await smallPicture())
    await server.signIn()
    const trace = await traceCalls(server.pid, join(newFolder(), 'calls'))
    const disk = new DiskInDoubt(server.dataDir)
    await writers.writeUntil(ACKNOWLEDGED)
    const calls = await trace.stop()
    await server.kill9()

    expect(new Set(writers.writes.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(KINDS)
    const half = () => chance.between(0, 1) === 1
    expect(replay({ disk, calls, writers, half })).toEqual([])
    expect(seen.acknowledgements).toBe(writers.acknowledged.size)
    expect(seen.states).toBeGreaterThanOrEqual(2 * ACKNOWLEDGED)
  })
})
