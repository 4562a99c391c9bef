import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createMemoryStore } from '../../../local-server/sandbox/memory-store.ts'
import type { SandboxStore } from '../../../local-server/sandbox/store.ts'
import { createSandboxJournal, type SandboxJournal } from '../../../local-server/sqlite/sandbox-journal.ts'
import { answerOf, jpeg, openKitchen } from './kitchen.ts'

const folder = mkdtempSync(join(tmpdir(), 'sandbox-journal-'))
const opened: SandboxJournal[] = []
let files = 0

function journal(file = join(folder, `${(files += 1)}`, 'sandbox.db')): SandboxJournal {
  const one = createSandboxJournal(file)
  opened.push(one)
  return one
}

afterEach(() => {
  for (const one of opened.splice(0)) one.close()
  rmSync(folder, { recursive: true, force: true })
})

/** `reopen` gives the store as the next process finds it. */
function describeSandboxStore(name: string, make: () => { store: SandboxStore; reopen: () => SandboxStore }) {
  describe(name, () => {
    it('gives records back in the order in which they were first put', () => {
      const { store, reopen } = make()
      store.put('container', '2', '{"n":1}')
      store.put('media', '1', '{"n":2}')
      store.put('container', '2', '{"n":3}')
      expect(reopen().load()).toEqual([
        { kind: 'container', id: '2', json: '{"n":3}' },
        { kind: 'media', id: '1', json: '{"n":2}' },
      ])
    })

    it('gives pictures back byte for byte', () => {
      const { store, reopen } = make()
      const bytes = jpeg(1080, 1080, { size: 200_000 })
      store.putImage('1', new Uint8Array(3))
      store.putImage('1', bytes)
      expect(reopen().image('1')).toEqual(bytes)
      expect(reopen().image('2')).toBeNull()
    })

    it('lets the next sandbox go on where the last one ended', async () => {
      const { store, reopen } = make()
      const before = openKitchen({ store })
      const published = await before.container({ caption: 'figs' })
      const { id } = await answerOf<{ id: string }>(await before.publish(published))
      const waiting = await before.container()
      const live = before.sandbox.live()

      const after = openKitchen({ store: reopen() })
      expect(after.sandbox.live()).toEqual(live)
      expect((await after.status(published)).status_code).toBe('PUBLISHED')
      const picture = await after.sandbox.app.request(`/sandbox/media/${id}.jpg`)
      expect((await picture.arrayBuffer()).byteLength).toBe(jpeg(1080, 1080).length)
      const next = await answerOf<{ id: string }>(await after.publish(waiting))
      expect(BigInt(next.id)).toBe(BigInt(id) + 1n)
      expect(BigInt(await after.container())).toBe(BigInt(waiting) + 1n)
    })
  })
}

describeSandboxStore('the memory store', () => {
  const store = createMemoryStore()
  return { store, reopen: () => store }
})

describeSandboxStore('the journal', () => {
  const file = join(folder, `${(files += 1)}`, 'sandbox.db')
  const store = journal(file)
  return {
    store,
    reopen: () => {
      for (const one of opened) one.close()
      return journal(file)
    },
  }
})

describe('the journal’s file', () => {
  it('is not touched before it is used', () => {
    const file = join(folder, 'unused', 'sandbox.db')
    journal(file)
    expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined()
  })

  it('is readable by its owner only', () => {
    const file = join(folder, 'modes', 'sandbox.db')
    journal(file).load()
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(join(folder, 'modes')).mode & 0o777).toBe(0o700)
  })

  it('belongs to one sandbox at a time', () => {
    const file = join(folder, 'shared', 'sandbox.db')
    journal(file).load()
    const second = journal(file)
    expect(() => second.load()).toThrow('locked')
  })

  it('refuses a file that is no journal', () => {
    const file = join(folder, 'strange', 'sandbox.db')
    journal(file).load()
    for (const one of opened) one.close()
    writeFileSync(file, 'These are not the bytes you are looking for.')
    expect(() => journal(file).load()).toThrow()
  })
})
