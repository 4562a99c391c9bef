import { expect, it } from 'vitest'
import { foreseenOf } from '../../../../local-server/ui/src/plan/planned-tiles.ts'

it('a card says the worst of what is foreseen of its post, and nothing of what is past', () => {
  const found = foreseenOf([
    { code: 'POST_WILL_FAIL', postId: 'a' },
    { code: 'POST_WILL_BE_INCOMPLETE', postId: 'a' },
    { code: 'POST_WILL_BE_LATE', postId: 'b' },
    { code: 'POST_FAILED', postId: 'c' },
    { code: 'ACCOUNT_LIMITED', postId: null },
  ])
  expect(Object.fromEntries(found)).toEqual({ a: 'POST_WILL_FAIL', b: 'POST_WILL_BE_LATE' })
})
