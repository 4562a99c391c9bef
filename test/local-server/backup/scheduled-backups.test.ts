import { describe, expect, it } from 'vitest'
import { createScheduledBackups } from '../../../local-server/backup/scheduled-backups.ts'
import { DAY, HOUR } from '../../../core/time.ts'
import { createManualClock } from '../../fakes/manual-clock.ts'
import { openStores } from '../../memory-database.ts'

const START = Date.UTC(2026, 10, 23, 9, 5)

const FOLDER_ID = '0a1b2c3d-0000-4000-8000-000000000000'

function scene({
  keep = 3,
  folderId = FOLDER_ID,
  there = new Set(['nightpost-mine.age', 'notes.txt']),
} = {}) {
  const clock = createManualClock(START)
  const opened: string[] = []
  const broken = { folder: false, make: false, check: false, remove: '' }
  const backups = createScheduledBackups({
    folderId,
    keep,
    clock,
    settings: openStores().settings,
    folder: {
      async names() {
        if (broken.folder) throw new Error('no such folder')
        return [...there]
      },
      async make(name) {
        if (broken.make) throw new Error('no disk')
        there.add(name)
      },
      async check(name) {
        if (broken.check) throw new Error('damaged')
        opened.push(name)
      },
      async remove(name) {
        if (name === broken.remove) throw new Error('read-only')
        there.delete(name)
      },
    },
  })
  const run = (stopping = new AbortController().signal) => backups.run(stopping)
  const pass = async (days: number) => {
    for (let hour = 0; hour < days * 24; hour += 1) {
      await run().catch(() => {})
      clock.advance(HOUR)
    }
  }
  const ours = () => [...there].filter((name) => /T\d+Z/.test(name))
  return { clock, there, opened, broken, backups, run, pass, ours }
}

describe('scheduled backups', () => {
  it('make one a day, keep the newest, and leave other files alone', async () => {
    const { there, ours, pass } = scene()
    await pass(5)
    expect(ours()).toEqual([
      'nightpost-0a1b2c3d-20261125T090500Z.age',
      'nightpost-0a1b2c3d-20261126T090500Z.age',
      'nightpost-0a1b2c3d-20261127T090500Z.age',
    ])
    expect([...there]).toEqual(expect.arrayContaining(['nightpost-mine.age', 'notes.txt']))
  })

  it('say of an old one that cannot be removed just that, and remove the others', async () => {
    const { backups, broken, clock, ours, pass, run } = scene({ keep: 3 })
    await pass(3)
    broken.remove = ours()[0] ?? ''
    await expect(run()).rejects.toThrow('an old one could not be removed')
    expect(await backups.overdueSince()).toBeNull()
    clock.advance(DAY)
    await expect(run()).rejects.toThrow('an old one could not be removed')
    expect(ours()).toHaveLength(4)
  })

  it('of two data folders in the same place neither count nor remove each other’s', async () => {
    const one = scene({ keep: 1 })
    const other = scene({ keep: 2, there: one.there, folderId: '4e5f6a7b-0000-4000-8000-000000000000' })
    await other.pass(3)
    await one.pass(2)
    expect(one.ours().toSorted()).toEqual([
      'nightpost-0a1b2c3d-20261124T090500Z.age',
      'nightpost-4e5f6a7b-20261124T090500Z.age',
      'nightpost-4e5f6a7b-20261125T090500Z.age',
    ])
  })

  it('try again every hour, and say since when they fail', async () => {
    const { backups, broken, ours, pass, run, clock } = scene()
    broken.make = true
    expect(await backups.overdueSince()).toBeNull()
    await pass(1)
    expect(await backups.overdueSince()).toBe(START)
    broken.make = false
    await run()
    expect(await backups.overdueSince()).toBeNull()
    expect(ours()).toHaveLength(1)
    expect(clock.now()).toBe(START + DAY)
  })

  it('say that their folder cannot be reached, once one is due', async () => {
    const { backups, broken, ours, pass, run } = scene()
    await run()
    broken.folder = true
    await pass(1)
    expect(await backups.overdueSince()).toBeNull()
    await pass(9)
    expect(await backups.overdueSince()).toBe(START + DAY)
    broken.folder = false
    await run()
    expect([ours(), await backups.overdueSince()]).toEqual([
      ['nightpost-0a1b2c3d-20261123T090500Z.age', 'nightpost-0a1b2c3d-20261203T090500Z.age'],
      null,
    ])
  })

  it('are made, kept and opened as ever after a clock that was a year ahead', async () => {
    const { backups, clock, opened, ours, pass } = scene()
    clock.jump(365 * DAY)
    await pass(4)
    clock.jump(-365 * DAY)
    await pass(9)
    expect(ours().toSorted()).toEqual([
      'nightpost-0a1b2c3d-20261203T090500Z.age',
      'nightpost-0a1b2c3d-20261204T090500Z.age',
      'nightpost-0a1b2c3d-20261205T090500Z.age',
      'nightpost-0a1b2c3d-20271124T090500Z.age',
      'nightpost-0a1b2c3d-20271125T090500Z.age',
      'nightpost-0a1b2c3d-20271126T090500Z.age',
    ])
    expect([opened, await backups.overdueSince()]).toEqual([
      ['nightpost-0a1b2c3d-20261204T090500Z.age'],
      null,
    ])
  })

  it('remove what a killed one left, once nobody can be writing it any more', async () => {
    const { there, pass, run } = scene()
    const [old, young, mine] = [
      'nightpost-0a1b2c3d-20261122T080000Z',
      'nightpost-0a1b2c3d-20261123T080000Z',
      'mine',
    ].map((name) => `.${name}.age.backup-a1B2c3`)
    for (const name of [old, young, mine]) there.add(String(name))
    const hidden = () => [...there].filter((name) => name.startsWith('.'))
    await run()
    expect(hidden()).toEqual([young, mine])
    await pass(2)
    expect(hidden()).toEqual([mine])
  })

  it('have not failed when a stop interrupts one', async () => {
    const { backups, broken, run, ours } = scene()
    broken.make = true
    await expect(run(AbortSignal.abort())).rejects.toThrow()
    expect(await backups.overdueSince()).toBeNull()
    broken.make = false
    await run()
    expect(ours()).toHaveLength(1)
  })

  it('say that the newest is old, also when nobody has tried', async () => {
    const { backups, clock, pass } = scene()
    await pass(1)
    clock.advance(3 * DAY)
    expect(await backups.overdueSince()).toBe(START + 2 * DAY)
  })

  it('open the newest again every week, and make another at once when it is damaged', async () => {
    const { backups, broken, clock, opened, ours, pass } = scene()
    await pass(15)
    expect(opened).toEqual([
      'nightpost-0a1b2c3d-20261130T090500Z.age',
      'nightpost-0a1b2c3d-20261207T090500Z.age',
    ])
    await pass(6)
    broken.check = true
    await pass(1)
    expect(ours()).toContain('nightpost-0a1b2c3d-20261214T110500Z.age')
    expect(await backups.overdueSince()).toBeNull()
    expect(clock.now()).toBe(START + 22 * DAY)
  })
})
