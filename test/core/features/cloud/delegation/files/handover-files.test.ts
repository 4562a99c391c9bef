import { expect, it } from 'vitest'
import { createHandoverFiles } from '../../../../../../core/features/cloud/delegation/files/handover-files.ts'
import { handoverFile } from '../../../../../../core/features/cloud/delegation/new-handover.ts'
import { createKeyedMutex } from '../../../../../../core/keyed-mutex.ts'
import { webCryptoRandom as random } from '../../../../../../core/random.ts'
import { createManualClock } from '../../../../../fakes/manual-clock.ts'
import { aMediaRecord, SOME_FACTS } from '../../../../../fakes/media/a-media-record.ts'
import { createMemoryLog } from '../../../../../fakes/memory-log.ts'
import { openStores } from '../../../../../memory-database.ts'

const VALID = { isValid: true, validationErrors: null }

it('uploads the newest rendering of a file that was cropped again while its hand-over waited', async () => {
  const { media, objects } = openStores()
  const stored = new Map<string, unknown>()
  const files = createHandoverFiles({
    media,
    objects,
    mutex: createKeyedMutex(),
    clock: createManualClock(),
    log: createMemoryLog(),
    mediaBucket: async () => null,
    restoreMedia: () => expect.unreachable(),
    openMedia: async (blobKey) =>
      blobKey.includes('second') ? { size: 1, stream: () => new Blob([blobKey]).stream() } : null,
  })
  const bucket = {
    put: async (...[key, bytes]: [string, { stream(): ReadableStream }, string]) =>
      void stored.set(key, await new Response(bytes.stream()).text()),
    open: async () => null,
    remove: async () => {},
  }
  const record = aMediaRecord()
  await media.add(record)
  const crop = (name: string) =>
    media.setProcessed(
      record.id,
      { path: `media/${name}.jpg`, publicKey: `${name}.jpg`, facts: SOME_FACTS },
      VALID,
    )
  const file = handoverFile((await crop('first')) ?? expect.unreachable(), random)
  await crop('second')
  const sent = { publicKey: 'second.jpg', blobKey: 'media/second.jpg' }
  expect(await files.upload(bucket, file)).toEqual({ ...file, ...sent })
  expect([...stored]).toEqual([[file.key, 'media/second.jpg']])
})
