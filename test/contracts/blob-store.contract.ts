// What every BlobStore does, fake or real, seen through two handles on one store.
import { describe, expect, it } from 'vitest'
import type { BlobStore, SweepableBlobStore } from '../../core/ports/media/blob-store.ts'
import { openEach, type TwoHandles } from './two-handles.ts'

export interface OpenedBlobStores<Store extends BlobStore> extends TwoHandles<Store> {
  /** Stages bytes as an upload intake or a media process does. */
  stage(bytes: Uint8Array<ArrayBuffer>): Promise<string>
}

const HELLO = new TextEncoder().encode('hello, world')

const REFUSED_KEYS = [
  ['empty', ''],
  ['absolute', '/etc/passwd'],
  ['leaving the store', '../secret.jpg'],
  ['leaving from below', 'media/../../secret.jpg'],
  ['dots only', 'media/..'],
  ['a NUL byte', 'media/a\0.jpg'],
  ['a backslash', 'media\\a.jpg'],
  ['encoded dots', 'media/%2e%2e/secret.jpg'],
  ['doubly encoded dots', 'media/%252e%252e/secret.jpg'],
  ['a drive', 'C:/secret.jpg'],
  ['an empty part', 'media//a.jpg'],
  ['a trailing slash', 'media/'],
  ['longer than a file name may be', `media/${'a'.repeat(300)}.jpg`],
] as const

export function describeBlobStore(name: string, open: () => Promise<OpenedBlobStores<BlobStore>>): void {
  describe(`${name} as a BlobStore`, () => {
    const store = openEach(open)

    it('shows bytes kept through one handle to the other', async () => {
      await store.a.keep(await store.stage(HELLO), 'media/one.jpg')
      expect(await textOf(store.b, 'media/one.jpg')).toBe('hello, world')
      expect((await store.b.open('media/one.jpg'))?.size).toBe(HELLO.length)
    })

    it('moves: what was kept is no longer staged', async () => {
      const staged = await store.stage(HELLO)
      await store.a.keep(staged, 'media/one.jpg')
      await expect(store.b.keep(staged, 'media/two.jpg')).rejects.toThrow()
      expect(await store.a.open('media/two.jpg')).toBeNull()
    })

    it('streams an inclusive range', async () => {
      await store.a.keep(await store.stage(HELLO), 'media/one.jpg')
      expect(await textOf(store.b, 'media/one.jpg', { start: 7, end: 11 })).toBe('world')
      expect(await textOf(store.b, 'media/one.jpg', { start: 0, end: 0 })).toBe('h')
    })

    it('lets a reader stop half-way', async () => {
      await store.a.keep(await store.stage(new Uint8Array(2_000_000)), 'media/large.mp4')
      const reader = (await store.b.open('media/large.mp4'))?.stream().getReader()
      await reader?.read()
      await reader?.cancel()
      await store.a.remove('media/large.mp4')
      expect(await store.b.open('media/large.mp4')).toBeNull()
    })

    it('keeps an empty blob as an empty blob', async () => {
      await store.a.keep(await store.stage(new Uint8Array()), 'media/empty.jpg')
      expect((await store.b.open('media/empty.jpg'))?.size).toBe(0)
      expect(await textOf(store.b, 'media/empty.jpg')).toBe('')
    })

    it('replaces what a key held', async () => {
      await store.a.keep(await store.stage(HELLO), 'media/one.jpg')
      await store.b.keep(await store.stage(new TextEncoder().encode('bye')), 'media/one.jpg')
      expect(await textOf(store.a, 'media/one.jpg')).toBe('bye')
    })

    it('stages kept bytes once more, without touching what is kept', async () => {
      await store.a.keep(await store.stage(HELLO), 'media/one.jpg')
      const again = await store.b.stageKept('media/one.jpg')
      await store.a.keep(String(again), 'media/two.jpg')
      expect(await textOf(store.b, 'media/two.jpg')).toBe('hello, world')
      const thrownAway = await store.a.stageKept('media/one.jpg')
      await store.a.discard(String(thrownAway))
      expect(await textOf(store.b, 'media/one.jpg')).toBe('hello, world')
      expect(await store.a.stageKept('media/unknown.jpg')).toBeNull()
      expect(await store.a.stageKept('media/../../secret.jpg')).toBeNull()
    })

    it('finds nothing under an unknown key', async () => {
      expect(await store.a.open('media/unknown.jpg')).toBeNull()
      expect(await store.a.open('no-such-folder/unknown.jpg')).toBeNull()
    })

    it('forgets removed bytes, and removing twice is fine', async () => {
      await store.a.keep(await store.stage(HELLO), 'media/one.jpg')
      await store.b.remove('media/one.jpg')
      await store.a.remove('media/one.jpg')
      await store.a.remove('no-such-folder/one.jpg')
      expect(await store.a.open('media/one.jpg')).toBeNull()
    })

    it('forgets discarded bytes, and discarding twice is fine', async () => {
      const staged = await store.stage(HELLO)
      await store.a.discard(staged)
      await store.b.discard(staged)
      await expect(store.a.keep(staged, 'media/one.jpg')).rejects.toThrow()
    })

    it.each(REFUSED_KEYS)('refuses a malformed key: %s', async (_why, key) => {
      const staged = await store.stage(HELLO)
      await expect(store.a.keep(staged, key)).rejects.toThrow()
      await expect(store.a.remove(key)).rejects.toThrow()
      expect(await store.a.open(key)).toBeNull()
    })
  })
}

export function describeSweepableBlobStore(
  name: string,
  open: () => Promise<OpenedBlobStores<SweepableBlobStore> & { reopen(): SweepableBlobStore }>,
): void {
  describeBlobStore(name, open)
  describe(`${name} as a SweepableBlobStore`, () => {
    it('names every key that was kept through another handle, and no staged bytes', async () => {
      const store = await open()
      await store.a.keep(await store.stage(HELLO), 'media/one.jpg')
      await store.a.keep(await store.stage(HELLO), 'avatars/below/two.jpg')
      await store.stage(HELLO)
      await store.b.keep(await store.stage(HELLO), 'media/mine.jpg')
      const keys: string[] = []
      for await (const key of store.b.keys()) keys.push(key)
      expect(keys.toSorted()).toEqual(['avatars/below/two.jpg', 'media/one.jpg'])
      await store.close?.()
    })

    it('removes what was staged before it was opened, and nothing else', async () => {
      const store = await open()
      await store.a.keep(await store.stage(HELLO), 'media/one.jpg')
      const before = await store.stage(HELLO)
      const next = store.reopen()
      const since = await store.stage(HELLO)
      await next.sweepStaging()
      await expect(store.a.keep(before, 'media/two.jpg')).rejects.toThrow()
      await store.a.keep(since, 'media/three.jpg')
      expect(await textOf(store.a, 'media/one.jpg')).toBe('hello, world')
      await store.close?.()
    })
  })
}

async function textOf(
  store: BlobStore,
  key: string,
  range?: { start: number; end: number },
): Promise<string> {
  const blob = await store.open(key)
  return new Response(blob?.stream(range)).text()
}
