import { expect, it } from 'vitest'
import type { MediaFileBody } from '../../../core/api/media.ts'
import { batchesOf } from '../../../local-server/ui/src/import/import-posts.ts'

const PLAN = { times: 'daily', timeZone: 'UTC' } as const
const media = { id: 'image', mimeType: 'image/jpeg' } as MediaFileBody
const posts = (count: number) =>
  Array.from({ length: count }, (_, id) => {
    return {
      row: { id, caption: '', accountId: null, wall: null, options: {}, mark: null },
      media,
      accountId: 'a',
      at: id,
    }
  })

it('sends as many posts as a request takes, each batch under a key of its own', () => {
  const batches = batchesOf(posts(450), PLAN)
  expect(batches.map((batch) => batch.posts.length)).toEqual([200, 200, 50])
  expect(new Set(batches.map(({ key }) => key)).size).toBe(3)
  expect(batchesOf([], PLAN)).toEqual([])
})
