// What every MediaStore does, fake or real, seen through two handles on one store.
import { describe, expect, it } from 'vitest'
import { fileProblem } from '../../core/rules/notices/file-problems.ts'
import type { MediaStore } from '../../core/ports/media/media-store.ts'
import { aMediaRecord, aVideoRecord, SOME_FACTS } from '../fakes/media/a-media-record.ts'
import { openEach, type TwoHandles } from './two-handles.ts'

export function describeMediaStore(name: string, open: () => Promise<TwoHandles<MediaStore>>): void {
  describe(`${name} as a MediaStore`, () => {
    const store = openEach(open)

    it('gives back a picture as it was added', async () => {
      const coded = fileProblem('CONTAINER', { name: '“odd”' })
      const record = aMediaRecord({
        isValid: false,
        validationErrors: [coded, fileProblem('TEXT', { text: 'Say “cheese”.' })],
      })
      await store.a.add(record)
      expect(await store.b.get(record.id)).toEqual(record)
    })

    it('gives back a video as it was added', async () => {
      const record = aVideoRecord({
        processedPath: 'media/x.processed.mp4',
        thumbnailPath: null,
        indexInFront: false,
      })
      await store.a.add(record)
      expect(await store.b.get(record.id)).toEqual(record)
    })

    it('keeps an alt text, and nothing else with it', async () => {
      const record = aMediaRecord()
      await store.a.add(record)
      const described = { ...record, altText: 'A loaf — 夜' }
      expect(await store.a.setAltText(record.id, described.altText)).toEqual(described)
      expect(await store.b.get(record.id)).toEqual(described)
      expect(await store.b.setAltText(record.id, null)).toEqual(record)
    })

    it('knows nothing of unknown ids', async () => {
      expect(await store.a.setAltText(crypto.randomUUID(), 'x')).toBeNull()
      expect(await store.a.get(crypto.randomUUID())).toBeNull()
      expect(await store.a.findByPublicKey('unknown.jpg')).toBeNull()
      expect(await store.a.remove(crypto.randomUUID())).toBeNull()
    })

    it('refuses a second record with the same id or public key, and keeps the first', async () => {
      const first = aMediaRecord({ originalFilename: 'first.jpg' })
      await store.a.add(first)
      await expect(store.b.add(aMediaRecord({ id: first.id }))).rejects.toThrow()
      await expect(store.b.add(aMediaRecord({ publicKey: first.publicKey }))).rejects.toThrow()
      expect(await store.a.get(first.id)).toEqual(first)
      expect((await store.a.list({ limit: 10, offset: 0 })).total).toBe(1)
    })

    it('finds a record by its public key', async () => {
      const record = aMediaRecord()
      await store.a.add(aMediaRecord())
      await store.a.add(record)
      expect(await store.b.findByPublicKey(record.publicKey)).toEqual(record)
    })

    it('gives many in the order asked for, leaves unknown ones out and repeats repeated ones', async () => {
      const [one, two] = [aMediaRecord(), aMediaRecord()]
      await store.a.add(one)
      await store.a.add(two)
      const found = await store.b.getMany([two.id, crypto.randomUUID(), one.id, two.id])
      expect(found.map(({ id }) => id)).toEqual([two.id, one.id, two.id])
      expect(await store.b.getMany([])).toEqual([])
    })

    it('lists newest first and equal instants by descending id, page by page', async () => {
      const old = aMediaRecord({ createdAt: 1000 })
      const tied = [aMediaRecord({ createdAt: 2000 }), aMediaRecord({ createdAt: 2000 })]
      const fresh = aMediaRecord({ createdAt: 3000 })
      for (const record of [...tied, fresh, old]) await store.a.add(record)
      const descending = tied
        .map(({ id }) => id)
        .toSorted()
        .toReversed()
      const expected = [fresh.id, ...descending, old.id]
      const pages = [await store.b.list({ limit: 3, offset: 0 }), await store.b.list({ limit: 3, offset: 3 })]
      expect(pages.flatMap((page) => page.records.map(({ id }) => id))).toEqual(expected)
      expect(pages.map((page) => page.total)).toEqual([4, 4])
    })

    it('lists and counts one kind', async () => {
      const [picture, video] = [aMediaRecord(), aVideoRecord()]
      await store.a.add(picture)
      await store.a.add(video)
      expect(await store.b.list({ limit: 10, offset: 0, kind: 'video' })).toEqual({
        records: [video],
        total: 1,
      })
      expect(await store.b.list({ limit: 10, offset: 0, kind: 'image' })).toEqual({
        records: [picture],
        total: 1,
      })
    })

    it('lists files of a kind and a size, oldest first', async () => {
      const [later, first] = [aMediaRecord({ createdAt: 9 }), aMediaRecord({ createdAt: 3 })]
      const others = [aMediaRecord({ fileSize: 1 }), aVideoRecord({ fileSize: first.fileSize })]
      for (const record of [later, first, ...others]) await store.a.add(record)
      expect(await store.b.listOfSize('image', first.fileSize)).toEqual([first, later])
      expect(await store.b.listOfSize('video', 2)).toEqual([])
    })

    it('counts correctly after records were removed', async () => {
      const [one, two] = [aMediaRecord(), aVideoRecord()]
      await store.a.add(one)
      await store.a.add(two)
      await store.b.remove(two.id)
      await store.b.remove(two.id)
      expect((await store.a.list({ limit: 10, offset: 0 })).total).toBe(1)
      expect((await store.a.list({ limit: 10, offset: 0, kind: 'video' })).total).toBe(0)
    })

    it('gives a removed record to one of two removers', async () => {
      const record = aMediaRecord()
      await store.a.add(record)
      const removed = await Promise.all([store.a.remove(record.id), store.b.remove(record.id)])
      expect(removed.filter((result) => result !== null)).toEqual([record])
      expect(await store.a.get(record.id)).toBeNull()
    })

    it('records a rendered version with its verdict, finds it by its own public key, and takes it back', async () => {
      const record = aVideoRecord({
        container: 'mkv',
        isValid: false,
        validationErrors: [fileProblem('INDEX_AT_END')],
      })
      await store.a.add(record)
      const version = { path: 'media/x.processed.mp4', publicKey: 'rendered.mp4', facts: SOME_FACTS }
      const valid = { isValid: true, validationErrors: null }
      const changed = await store.a.setProcessed(record.id, version, valid)
      const processed = {
        processedPath: version.path,
        processedPublicKey: version.publicKey,
        processedFacts: SOME_FACTS,
      }
      expect(changed).toEqual({ ...record, ...processed, ...valid })
      expect(await store.b.findByPublicKey('rendered.mp4')).toEqual(changed)
      expect(await store.b.findByPublicKey(record.publicKey)).toEqual(changed)
      expect((await store.b.storedKeys()).has('media/x.processed.mp4')).toBe(true)
      const verdict = { isValid: false, validationErrors: [fileProblem('INDEX_AT_END')] }
      expect(await store.b.setProcessed(record.id, null, verdict)).toEqual(record)
      expect(await store.a.findByPublicKey('rendered.mp4')).toBeNull()
      expect(await store.a.setProcessed(crypto.randomUUID(), version, valid)).toBeNull()
    })

    it('names the blobs of all records and of no others', async () => {
      const picture = aMediaRecord({ processedPath: 'media/a.processed.jpg' })
      const removed = aMediaRecord()
      const bare = aVideoRecord({ thumbnailPath: null })
      for (const record of [picture, removed, bare]) await store.a.add(record)
      await store.a.remove(removed.id)
      const named = [picture.storagePath, picture.thumbnailPath, 'media/a.processed.jpg', bare.storagePath]
      expect(new Set(await store.b.storedKeys())).toEqual(new Set(named))
    })
  })
}
