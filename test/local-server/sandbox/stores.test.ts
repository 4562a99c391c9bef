import Database from 'better-sqlite3'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { readCause } from '../../../local-server/disk/storage-causes.ts'
import { createMemorySandboxStore } from '../../fakes/memory-sandbox-store.ts'
import { FileTooLarge, type SandboxStore } from '../../../local-server/sandbox/state/store.ts'
import { createSandboxJournal, type SandboxJournal } from '../../../local-server/sqlite/sandbox-journal.ts'
import { answerOf, clip, idOf, jpeg, NOON, openKitchen, REEL, TOKEN } from './kitchen.ts'

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

function streamOf(text: string): ReadableStream<Uint8Array> {
  return new Blob([text]).stream()
}

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

    it('keeps files, writes on where they end, and reads any part of them', async () => {
      const { store, reopen } = make()
      const all = { offset: 0, maxSize: 10 }
      expect(await store.writeFile('1', streamOf('abcdef'), all)).toBe(6)
      expect(await store.writeFile('1', streamOf('ghi'), { ...all, offset: 6 })).toBe(9)
      const file = await reopen().file('1')
      expect(file?.size).toBe(9)
      expect(new TextDecoder().decode(await file?.read(4, 8))).toBe('efgh')
      expect(await new Response(file?.stream(1, 3)).text()).toBe('bc')
      expect(await reopen().file('2')).toBeNull()
    })

    it('starts a file over, and keeps what came before a stream broke or grew too large', async () => {
      const { store } = make()
      await store.writeFile('1', streamOf('abcdef'), { offset: 0, maxSize: 10 })
      const broken = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new TextEncoder().encode('xy')),
        pull: (controller) => controller.error(new Error('cut')),
      })
      await expect(store.writeFile('1', broken, { offset: 0, maxSize: 10 })).rejects.toThrow('cut')
      expect((await store.file('1'))?.size).toBe(2)
      const tooMuch = store.writeFile('1', streamOf('abc'), { offset: 2, maxSize: 4 })
      await expect(tooMuch).rejects.toThrow(FileTooLarge)
      expect((await store.file('1'))?.size).toBe(2)
    })

    it('lets the next sandbox serve a video, and know the tokens and arrivals of the last one', async () => {
      const { store, reopen } = make()
      const before = openKitchen({ store })
      const reel = { image_url: '', media_type: 'REELS', video_url: REEL }
      const id = await before.post(reel)
      const waiting = await before.container(reel)
      await before.status(waiting)
      const refreshed = await before.sandbox.app.request(
        `/sandbox/graph.instagram.com/refresh_access_token?grant_type=ig_refresh_token&access_token=${TOKEN}`,
      )
      const { access_token: token } = await answerOf<{ access_token: string }>(refreshed)

      const after = openKitchen({ store: reopen() })
      const video = await after.sandbox.app.request(`/sandbox/media/${id}.mp4`)
      expect(new Uint8Array(await video.arrayBuffer())).toEqual(clip('reel.mp4'))
      expect((await after.status(waiting)).status_code).toBe('FINISHED')
      const me = await after.callAs({ host: 'graph.instagram.com', token })('GET', '/me')
      expect(me.status).toBe(200)
    })

    it('lets the next sandbox go on where the last one ended', async () => {
      const { store, reopen } = make()
      const before = openKitchen({ store })
      const published = await before.container({ caption: 'figs' })
      const id = await idOf(await before.publish(published))
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
  const store = createMemorySandboxStore()
  return { store, reopen: () => store }
})

describe('records of an older sandbox', () => {
  it('are pictures of the demo kitchen', async () => {
    const store = createMemorySandboxStore()
    const script = { processing: 0, failure: null, publishedLag: 0, secondPublish: 'error-2207006' }
    const draft = { mediaType: 'IMAGE', imageUrl: 'http://127.0.0.1/a.jpg', caption: 'figs', altText: null }
    const rest = { locationId: null, userTags: [], collaborators: [], width: 1080, height: 1080, script }
    const container = { id: '17900000000000001', ...draft, ...rest, createdAt: NOON }
    const media = { id: '18000000000000001', containerId: container.id, publishedAt: NOON }
    store.putImage(container.id, jpeg(1080, 1080))
    store.put('container', container.id, JSON.stringify(container))
    store.put('media', media.id, JSON.stringify(media))
    const kitchen = openKitchen({ store })
    expect(kitchen.sandbox.live()).toMatchObject([
      { id: media.id, accountUsername: 'demo.kitchen', kind: 'IMAGE', caption: 'figs', children: [] },
    ])
    expect((await kitchen.status(container.id)).status_code).toBe('PUBLISHED')
    const { data } = await answerOf<{ data: object[] }>(await kitchen.call('GET', '/me/media'))
    expect(data).toEqual([{ id: media.id }])
  })
})

describe('the journal’s files', () => {
  it('lie beside it, readable by their owner only', async () => {
    const file = join(folder, 'beside', 'sandbox.db')
    await journal(file).writeFile('17', streamOf('abc'), { offset: 0, maxSize: 3 })
    expect(statSync(`${file}-files`).mode & 0o777).toBe(0o700)
    expect(statSync(join(`${file}-files`, '17.mp4')).mode & 0o777).toBe(0o600)
  })

  it('show no token that was given out', async () => {
    const file = join(folder, 'tokens', 'sandbox.db')
    const kitchen = openKitchen({ store: journal(file) })
    const refreshed = await kitchen.sandbox.app.request(
      `/sandbox/graph.instagram.com/refresh_access_token?grant_type=ig_refresh_token&access_token=${TOKEN}`,
    )
    const { access_token: token } = await answerOf<{ access_token: string }>(refreshed)
    for (const one of opened) one.close()
    expect(readFileSync(file, 'latin1')).not.toContain(token)
  })

  it('take nothing more once the journal is closed', () => {
    const closed = journal()
    closed.load()
    closed.close()
    expect(() => closed.put('media', '1', '{}')).toThrow('closed')
  })
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

  it('that cannot be used is named in an error that nobody takes for one of the server’s database', () => {
    const file = join(folder, 'strange', 'sandbox.db')
    journal(file).load()
    for (const one of opened) one.close()
    const held = journal(file)
    held.load()
    const other = new Database(file)
    opened.push({ ...held, close: () => void other.close() })
    other.exec('BEGIN IMMEDIATE')
    const locked = errorOf(() => held.put('media', '1', '{}'))
    other.close()
    for (const one of opened) one.close()
    writeFileSync(file, 'These are not the bytes you are looking for.')
    const damaged = errorOf(() => journal(file).load())
    expect([locked, damaged].map(readCause)).toEqual([null, null])
    expect(locked.message).toContain('sandbox.db, cannot be used: database is locked. Close the program')
    expect(damaged.message).toContain('sandbox.db, cannot be used: file is not a database. Move it away')
  })
})

function errorOf(work: () => unknown): Error {
  try {
    work()
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new Error('it did not fail')
}
