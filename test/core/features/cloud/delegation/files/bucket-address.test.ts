import { beforeEach, describe, expect, it } from 'vitest'
import { cleanBucket } from '../../../../../../core/features/cloud/delegation/files/handover-files.ts'
import { createKeyedMutex } from '../../../../../../core/keyed-mutex.ts'
import { createBucketAddress } from '../../../../../../core/features/cloud/delegation/files/bucket-address.ts'
import { CodedError } from '../../../../../../core/coded-error.ts'
import type { PayloadItem } from '../../../../../../core/rules/publication/publication.ts'
import { DAY, HOUR } from '../../../../../../core/time.ts'
import { aMediaRecord } from '../../../../../fakes/media/a-media-record.ts'
import { createManualClock, type ManualClock } from '../../../../../fakes/manual-clock.ts'
import { createMemoryLog } from '../../../../../fakes/memory-log.ts'
import { openStores, type Stores } from '../../../../../memory-database.ts'

const BASE = 'https://bucket.example'
const MEDIA = aMediaRecord()
const ITEM: PayloadItem = {
  mediaFileId: MEDIA.id,
  kind: 'image',
  publicKey: MEDIA.publicKey,
  blobKey: MEDIA.storagePath,
}

let clock: ManualClock
let stores: Stores
let stored: Map<string, string>
let fails: boolean
let refused: string | undefined
let hasBucket: boolean
let removals: number
let uploads: number

beforeEach(() => {
  clock = createManualClock()
  stores = openStores()
  stores.data.media.set(MEDIA.id, MEDIA)
  stored = new Map()
  fails = false
  refused = undefined
  hasBucket = true
  removals = 0
  uploads = 0
})

function ports() {
  const act = async (work: () => void) => {
    if (fails) throw new CodedError('CLOUD_ERROR')
    work()
  }
  const bucket = {
    async put(key: string, _bytes: unknown, type: string) {
      uploads += 1
      await act(() => void stored.set(key, type))
    },
    async open(key: string) {
      if (key === refused) throw new CodedError('CLOUD_ERROR', 'The bucket refused.')
      return stored.has(key) ? new Blob(['x']).stream() : null
    },
    async remove(key: string) {
      removals += 1
      if (key === refused) throw new CodedError('CLOUD_ERROR', 'The bucket refused.')
      await act(() => void stored.delete(key))
    },
  }
  return {
    clock,
    mutex: createKeyedMutex(),
    log: createMemoryLog(),
    media: stores.media,
    objects: stores.objects,
    mediaBucket: async () => (hasBucket ? { bucket, publicUrl: BASE } : null),
    openMedia: async (key: string) =>
      stores.data.media.values().some(({ storagePath }) => storagePath === key)
        ? { size: 1, stream: () => new Blob(['x']).stream() }
        : null,
  }
}

describe('a public address for a file of this computer', () => {
  it('is a name in the bucket that nobody can guess, with the file behind it', async () => {
    const url = await createBucketAddress(ports())(ITEM)
    expect(url).toMatch(/^https:\/\/bucket\.example\/media\/[0-9a-f]{32}\.jpg$/)
    expect([...stored]).toEqual([[url?.slice(BASE.length + 1), 'image/jpeg']])
  })

  it('is always the same, and the file lies there whenever it was asked for', async () => {
    const address = createBucketAddress(ports())
    const first = await Promise.all([address(ITEM), address(ITEM)])
    clock.advance(20 * HOUR)
    expect(new Set([...first, await address(ITEM)]).size).toBe(1)
    expect(stored.size).toBe(1)
    // Asked for again, it stays for another day.
    clock.advance(20 * HOUR)
    await cleanBucket(ports())
    expect(stored.size).toBe(1)
    expect(await address(ITEM)).toBe(first[0])
    clock.advance(DAY)
    await cleanBucket(ports())
    expect(stored.size).toBe(0)
    expect(await address(ITEM)).toBe(first[0])
    expect(stored.size).toBe(1)
  })

  it('is not removed while it is being put there again', async () => {
    const shared = ports()
    await createBucketAddress(shared)(ITEM)
    clock.advance(DAY)
    await Promise.all([createBucketAddress(shared)(ITEM), cleanBucket(shared)])
    expect(stored.size).toBe(1)
    expect(stores.data.bucketObjects.size).toBe(1)
  })

  it('is removed a day after it was last asked for, also by a process that never knew it', async () => {
    await createBucketAddress(ports())(ITEM)
    clock.advance(DAY - 1)
    await cleanBucket(ports())
    expect(stored.size).toBe(1)
    clock.advance(1)
    fails = true
    await cleanBucket(ports())
    fails = false
    await cleanBucket(ports())
    expect([stored.size, stores.data.bucketObjects.size]).toEqual([0, 0])
  })

  it('is removed although another one is refused, which is told and tried again', async () => {
    const shared = ports()
    const address = createBucketAddress(shared)
    await address(ITEM)
    const other = aMediaRecord()
    stores.data.media.set(other.id, other)
    const { publicKey, storagePath } = other
    await address({ ...ITEM, mediaFileId: other.id, publicKey, blobKey: storagePath })
    refused = [...stored.keys()][0]
    clock.advance(DAY)
    await cleanBucket(shared)
    expect([...stored.keys()]).toEqual([refused])
    expect(shared.log.lines).toMatchObject([
      { level: 'warn', message: 'files could not be removed from the bucket', fields: { files: 1 } },
    ])
    refused = undefined
    await cleanBucket(shared)
    expect([stored.size, stores.data.bucketObjects.size]).toEqual([0, 0])
  })

  it('is not asked for often while the bucket refuses everything', async () => {
    const { objects, ...rest } = ports()
    const keys = Array.from({ length: 40 }, (_, n) => `media/${n}.jpg`)
    for (const key of keys) await objects.note(key, clock.now())
    await objects.expire(keys, clock.now())
    fails = true
    await cleanBucket({ ...rest, objects })
    expect(removals).toBeLessThanOrEqual(5)
    fails = false
    await cleanBucket({ ...rest, objects })
    expect(stores.data.bucketObjects.size).toBe(0)
  })

  it('is served again by the second request of a post, where the bucket has lost the file', async () => {
    const address = createBucketAddress(ports())
    const url = await address(ITEM)
    expect([await address(ITEM, true), uploads]).toEqual([url, 1])
    stored.clear()
    expect([await address(ITEM), stored.size]).toEqual([url, 0])
    expect([await address(ITEM, true), stored.size, uploads]).toEqual([url, 1, 2])
    // With credentials that only write, nobody knows.
    refused = [...stored.keys()][0]
    expect([await address(ITEM, true), uploads]).toEqual([url, 3])
  })

  it('does not exist without a bucket', async () => {
    hasBucket = false
    expect(await createBucketAddress(ports())(ITEM)).toBeNull()
  })

  it('fails as the cloud does, is recorded nevertheless, and is tried again', async () => {
    const address = createBucketAddress(ports())
    fails = true
    await expect(address(ITEM)).rejects.toMatchObject({ code: 'CLOUD_ERROR' })
    expect(stores.data.bucketObjects.size).toBe(1)
    fails = false
    expect(await address(ITEM)).toMatch(BASE)
  })

  it('fails for good when the file is gone', async () => {
    const gone = { ...ITEM, blobKey: 'media/gone.jpg' }
    await expect(createBucketAddress(ports())(gone)).rejects.toMatchObject({ code: 'MEDIA_INVALID' })
    expect(stores.data.bucketObjects.size).toBe(0)
  })
})
