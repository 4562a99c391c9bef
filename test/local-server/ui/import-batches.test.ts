import { expect, it } from 'vitest'
import type { MediaFileBody } from '../../../core/api/media.ts'
import { batchesOf, type ImportPlan } from '../../../local-server/ui/src/import/import-posts.ts'

const PLAN: ImportPlan = {
  accountId: 'a',
  times: 'daily',
  from: '2026-12-01',
  time: '09:00',
  timeZone: 'UTC',
}
const media = { id: 'image', mimeType: 'image/jpeg' } as MediaFileBody
const files = (count: number) => Array.from({ length: count }, (_, id) => ({ id, media, caption: '' }))

it('sends as many files as a request takes, each batch under a key of its own and on the days after the last', () => {
  const batches = batchesOf(files(450), PLAN, 3)
  expect(batches.map((batch) => [batch.files.length, batch.place])).toEqual([
    [200, 3],
    [200, 203],
    [50, 403],
  ])
  expect(new Set(batches.map(({ key }) => key)).size).toBe(3)
  expect(batchesOf([], PLAN, 0)).toEqual([])
})
