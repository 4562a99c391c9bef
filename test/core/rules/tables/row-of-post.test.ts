// A row that is a post, by its id.
import { expect, it } from 'vitest'
import { isPostId, saysTheSame } from '../../../../core/rules/tables/row-of-post.ts'

const POST = {
  caption: 'Tea',
  scheduledFor: '2033-01-01T09:00:00.000Z',
  mediaFiles: [{ id: 'm' }, { id: 'n' }],
}
const time = { scheduledFor: '2033-01-01T09:00:00.000Z', timezone: 'UTC' } as const
const ROW = { caption: 'Tea', time, altTexts: [], options: { mediaFileIds: ['m', 'n'] } }

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

const WITH_OPTIONS = {
  ...POST,
  userTags: '[{"username":"ben","x":0.5,"y":0.25}]',
  collaborators: '["anna"]',
  crossPostToPartner: false,
  locationId: '1234',
  altText: 'A cup || of tea',
  firstComment: 'true',
  commentsEnabled: null,
}
/** As its export is read. */
const OF_EXPORT = {
  ...ROW,
  altTexts: ['A cup', 'of tea'],
  options: {
    ...ROW.options,
    userTags: [{ username: 'ben', x: 0.5, y: 0.25 }],
    collaborators: ['anna'],
    locationId: '1234',
    firstComment: 'true',
  },
}

it.each([
  ['all of them as they are', OF_EXPORT, true],
  ['none of them', ROW, true],
  ['no to one that it does not have', { ...ROW, options: { crossPostToPartner: false } }, true],
  ['yes to what is on unless one says no', { ...ROW, options: { commentsEnabled: true } }, true],
  ['no to what is on unless one says no', { ...ROW, options: { commentsEnabled: false } }, false],
  ['another first comment', { ...ROW, options: { firstComment: 'Two for one' } }, false],
  ['another description', { ...OF_EXPORT, altTexts: ['A cup'] }, false],
  ['another collaborator', { ...ROW, options: { collaborators: ['anna', 'ben'] } }, false],
  ['yes to one that it does not have', { ...ROW, options: { crossPostToPartner: true } }, false],
] as const)('is as a post with options only when it says the same: %s', (_what, row, isSame) => {
  expect(saysTheSame(row as Parameters<typeof saysTheSame>[0], WITH_OPTIONS)).toBe(isSame)
})

it('is known by an id of the form that posts have, not by a number of the user', () => {
  expect(isPostId('8e03978e-40d5-43dd-bc93-6894a57f9324')).toBe(true)
  expect(isPostId('17')).toBe(false)
})
