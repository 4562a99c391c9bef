import { afterEach, expect, it, vi } from 'vitest'
import { uploadBytes } from '../../../../../core/engine/platform/graph/upload-bytes.ts'
import { SECOND } from '../../../../../core/time.ts'

afterEach(() => vi.restoreAllMocks())

it('a video has the time that it needs beside another one, on a line of 0.4 Mbit/s', async () => {
  const given = vi.spyOn(AbortSignal, 'timeout')
  const size = 100_000_000
  const file = { size, stream: () => new Blob(['bytes']).stream() }
  const fetch = async () => Response.json({ success: true })
  const reply = await uploadBytes({ fetch, url: 'https://upload.example/1', token: 't', file })
  expect(reply).toMatchObject({ kind: 'ok' })
  const halfOfTheLine = 400_000 / 8 / 2
  expect(given.mock.lastCall?.[0]).toBeGreaterThan((size / halfOfTheLine) * SECOND)
})
