// 140 damaged copies of a database with posts that are out and posts that wait. Each copy is either refused, again and again
// and unchanged, or it is sound; and nothing is published out of a damaged one.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { migrationsDir } from '../../../local-server/paths.ts'
import { openDatabase } from '../../../local-server/sqlite/open-database.ts'
import { StartFailure } from '../../../local-server/terminal/start-failure.ts'
import { newChance } from '../../process-harness/chance.ts'
import { liveAt } from '../../process-harness/sandbox-process.ts'
import { launch } from '../../process-harness/server-process.ts'
import { TRIES_ALL } from '../share.ts'
import { copyOf, damages, makeOrigins, OUT, WAITING, type Damage, type Origins } from './damaged-copies.ts'

interface Outcome {
  readonly what: string
  readonly end: 'refused' | 'sound' | 'unsound' | 'thrown'
  readonly said: string
  /** Of a refused one. */
  readonly unchanged: boolean
}

const REAL_STARTS = TRIES_ALL ? 4 : 1

const chance = newChance('damaged copies')
let origins: Origins
const outcomes: Outcome[] = []

beforeAll(async () => {
  origins = await makeOrigins()
  for (const { origin, damage } of damages(chance, origins)) outcomes.push(outcomeOf(origin, damage))
  const ends = outcomes.map(({ end }) => end)
  console.info(
    'damaged copies:',
    Object.fromEntries([...new Set(ends)].map((end) => [end, ends.filter((e) => e === end).length])),
  )
})

function outcomeOf(origin: string, damage: Damage): Outcome {
  const dataDir = copyOf(origin)
  const what = damage(dataDir)
  const file = join(dataDir, 'nightpost.db')
  const bytes = () => ['', '-wal'].map((end) => (existsSync(file + end) ? readFileSync(file + end) : null))
  const before = bytes()
  const [first, second] = [openOnce(file), openOnce(file)]
  const unchanged = bytes().every((now, n) => (now && before[n] ? now.equals(before[n]) : now === before[n]))
  rmSync(dataDir, { recursive: true })
  // What is refused once is refused for ever, with the same words; what opens once opens again.
  const end =
    first.end === second.end && (first.end === 'sound' || first.said === second.said) ? first.end : 'thrown'
  return { what, end, said: first.said, unchanged }
}

function openOnce(file: string): Pick<Outcome, 'end' | 'said'> {
  try {
    const { raw, close } = openDatabase(file, migrationsDir)
    const orphans = raw.pragma('foreign_key_check') as unknown[]
    const said = [
      wholeVerdict(() => raw.pragma('integrity_check(1)', { simple: true })),
      ...orphans.map(String),
    ]
    close()
    return { end: said.join() === 'ok' ? 'sound' : 'unsound', said: said.join() }
  } catch (error) {
    return { end: error instanceof StartFailure ? 'refused' : 'thrown', said: String(error) }
  }
}

function wholeVerdict(check: () => unknown): string {
  try {
    return String(check())
  } catch (error) {
    return String(error)
  }
}

const ending = (end: Outcome['end']) => outcomes.filter((outcome) => outcome.end === end)

describe('a damaged copy', () => {
  it('that is refused stays as it is, however often it is tried', () => {
    expect(outcomes).toHaveLength(140)
    expect(ending('refused').length).toBeGreaterThan(10)
    // An upgrade that fails has left its copy, and its transaction has left nothing.
    const changed = ending('refused').filter(({ unchanged, said }) => !unchanged && !said.includes('upgrade'))
    expect(changed).toEqual([])
  })

  it('ends the start with a sentence, never with a bare error', () => {
    expect(ending('thrown')).toEqual([])
    expect(ending('refused').filter(({ said }) => said.includes('\n'))).toEqual([])
  })

  it('that is opened is sound', () => {
    expect(ending('unsound')).toEqual([])
  })
})

describe('a server on a damaged copy', () => {
  it(`publishes nothing twice and nothing else, or does not start, ${REAL_STARTS} times`, async () => {
    const all = damages(chance, origins)
    const picked = Array.from(
      { length: REAL_STARTS },
      (_, n) => all[Math.floor(((n + 0.5) * all.length) / REAL_STARTS)],
    )
    for (const one of picked) {
      if (!one) continue
      const dataDir = copyOf(one.origin)
      const what = one.damage(dataDir)
      const captions = await liveAfterStart(dataDir)
      const twice = captions?.filter((caption, n) => captions.indexOf(caption) !== n)
      const known = new Set<string | null>([...OUT, ...WAITING])
      expect({ what, twice: twice ?? [] }).toEqual({ what, twice: [] })
      expect({ what, others: captions?.filter((caption) => !known.has(caption)) ?? [] }).toEqual({
        what,
        others: [],
      })
    }
  })
})

/** Captions of what is live when the server has done its work, or null when it refused to start in two lines. */
async function liveAfterStart(dataDir: string): Promise<(string | null)[] | null> {
  const program = launch({ dataDir })
  const started = await program.printed(/Open {3}(http:\/\/[^/]+)/).catch(() => null)
  if (started === null) {
    const { code, stderr, signal } = await program.ended
    expect({ code, signal }).toEqual({ code: 1, signal: null })
    expect(stderr).toMatch(/database .* (is damaged|cannot be opened)/)
    return null
  }
  const origin = started[1] ?? ''
  const health = async () => (await fetch(`${origin}/api/v1/health`)).status
  expect([200, 503]).toContain(await health())
  let before = -1
  // The queue is empty when nothing new goes live for a second.
  await expect
    .poll(async () => before === (before = (await liveAt(origin)).length), {
      interval: 1_000,
    })
    .toBe(true)
  expect([200, 503]).toContain(await health())
  const live = await liveAt(origin)
  program.signal('SIGKILL')
  await program.ended
  return live.map(({ caption }) => caption)
}
