// A row that is a post, by its id.
import { expect, it } from 'vitest'
import { isPostId, saysTheSame } from '../../../../core/rules/tables/row-of-post.ts'

const POST = {
  caption: 'Tea',
  scheduledFor: '2033-01-01T09:00:00.000Z',
  mediaFiles: [{ id: 'm' }, { id: 'n' }],
}
const time = { scheduledFor: '2033-01-01T09:00:00.000Z', timezone: 'UTC' } as const
const ROW = { caption: 'Tea', time, options: { mediaFileIds: ['m', 'n'] } }

it('is as its post when it says the same, or leaves it out', () => {
  expect(saysTheSame(ROW, POST)).toBe(true)
  expect(saysTheSame({ ...ROW, caption: null, options: {} }, POST)).toBe(true)
  expect(
    saysTheSame({ ...ROW, caption: '', time: null }, { ...POST, caption: null, scheduledFor: null }),
  ).toBe(true)
})

it.each([
  ['other words', { ...ROW, caption: 'Green tea' }],
  ['no words any more', { ...ROW, caption: '' }],
  ['another time', { ...ROW, time: { ...time, scheduledFor: '2033-01-02T09:00:00.000Z' } }],
  ['files in another order', { ...ROW, options: { mediaFileIds: ['n', 'm'] } }],
] as const)('is not as its post when it says %s', (_what, row) => {
  expect(saysTheSame(row as typeof ROW, POST)).toBe(false)
})

it('is known by an id of the form that posts have, not by a number of the user', () => {
  expect(isPostId('8e03978e-40d5-43dd-bc93-6894a57f9324')).toBe(true)
  expect(isPostId('17')).toBe(false)
})
