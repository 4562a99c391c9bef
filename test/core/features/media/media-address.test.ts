import { describe, expect, it } from 'vitest'
import { createBucketAddress } from '../../../../core/features/cloud/delegation/files/bucket-address.ts'
import { createKeyedMutex } from '../../../../core/keyed-mutex.ts'
import { readMediaAddress, type MediaAddressDeps } from '../../../../core/features/media/media-body.ts'
import { aMediaRecord } from '../../../fakes/media/a-media-record.ts'
import { createManualClock } from '../../../fakes/manual-clock.ts'
import { anAccountRecord } from '../../../factories.ts'
import { openStores } from '../../../memory-database.ts'

const KEY = 'q83vEjRWeJq83vEjRWeJq83vEjRWeJq8.jpg'
const BUCKET = 'https://cdn.example'
const OWN = 'http://127.0.0.1:4100'

async function addressWith(change: Partial<MediaAddressDeps>, ...isSandbox: boolean[]) {
  const { accounts } = openStores()
  for (const sandbox of isSandbox) await accounts.put(anAccountRecord({ isSandbox: sandbox }))
  const mediaBucket = async () => ({ publicUrl: BUCKET })
  const read = await readMediaAddress({
    accounts,
    mediaBucket,
    fixedBase: null,
    practiceBase: OWN,
    ...change,
  })
  return read(KEY)
}

describe('the public address of a file', () => {
  it('is in the bucket once a live account is connected', async () => {
    expect(await addressWith({}, true, false)).toBe(`${BUCKET}/media/abcdef123456789abcdef123456789ab.jpg`)
  })

  it('is where the file is really put when a live account publishes it', async () => {
    const { id: mediaFileId, storagePath } = aMediaRecord()
    const put: string[] = []
    const address = createBucketAddress({
      clock: createManualClock(),
      mutex: createKeyedMutex(),
      media: { get: async () => null } as never,
      objects: { note: async () => {}, expire: async () => {}, due: async () => [], forget: async () => {} },
      openMedia: async () => ({ size: 1, stream: () => new Blob(['x']).stream() }),
      mediaBucket: async () => ({
        publicUrl: BUCKET,
        bucket: { put: async (key) => void put.push(key), open: async () => null, remove: async () => {} },
      }),
    })
    const item = { mediaFileId, blobKey: storagePath, publicKey: KEY, kind: 'image' } as never
    expect(await address(item)).toBe(await addressWith({}, false))
    expect(`${BUCKET}/${put[0]}`).toBe(await addressWith({}, false))
  })

  it('is nowhere for a live account without a bucket, whatever practice accounts can read', async () => {
    expect(await addressWith({ mediaBucket: async () => null }, true, false)).toBeNull()
  })

  it('is on this computer while only practice accounts are there, and nowhere without the sandbox', async () => {
    expect(await addressWith({}, true)).toBe(`${OWN}/media/${KEY}`)
    expect(await addressWith({ practiceBase: null })).toBeNull()
  })

  it('is the one that was set for tests, for every account', async () => {
    expect(await addressWith({ fixedBase: 'http://127.0.0.1:9' }, false)).toBe(
      `http://127.0.0.1:9/media/${KEY}`,
    )
  })

  it('has one form, whatever a row says', async () => {
    const read = await readMediaAddress({
      accounts: { list: async () => [anAccountRecord({ isSandbox: false })] },
      mediaBucket: async () => ({ publicUrl: BUCKET }),
      fixedBase: null,
      practiceBase: null,
    })
    for (const odd of ['', 'x', '%%%.jpg', 'ü'.repeat(40)])
      expect(read(odd)).toMatch(/^https:\/\/cdn\.example\/media\/[0-9a-f]{32}\.[a-z]{3}$/)
  })
})
