// What a row of a table is as a post.
import { expect, it } from 'vitest'
import { accountOfRow, contentOfRow, staysStory } from '../../../../core/rules/tables/post-of-row.ts'

const ONE = { id: 'one', username: 'demo.kitchen' }
const OTHER = { id: 'other', username: 'shop' }
const PICTURE = { id: 'picture', mimeType: 'image/jpeg' }
const CLIP = { id: 'clip', mimeType: 'video/mp4' }

it('has the account that is meant by its id, by its name, or by its reader where it names none', () => {
  const accounts = [ONE, OTHER]
  const elsewhere = { accountId: 'elsewhere' }
  expect(accountOfRow({ account: '@Demo.Kitchen', options: {} }, accounts).account).toBe(ONE)
  expect(accountOfRow({ account: 'shop', options: elsewhere }, accounts).account).toBe(OTHER)
  expect(accountOfRow({ account: null, options: elsewhere }, accounts, 'shop').account).toBeNull()
  expect(accountOfRow({ account: null, options: {} }, accounts, 'shop').account).toBe(OTHER)
  expect(accountOfRow({ account: null, options: {} }, accounts).account).toBeNull()
})

it('has the only account when it names none', () => {
  expect(accountOfRow({ account: null, options: {} }, [ONE]).account).toBe(ONE)
})

const ROW = { caption: null, altTexts: [], options: {} }

it.each([
  ['one picture', [PICTURE], { mediaType: 'IMAGE', mediaFileId: 'picture' }],
  ['one video', [CLIP], { mediaType: 'REELS', mediaFileId: 'clip' }],
  ['several files', [PICTURE, CLIP], { mediaType: 'CAROUSEL', mediaFileIds: ['picture', 'clip'] }],
  ['none, which leaves the files of its post', [], {}],
] as const)('is the kind of post that its files make: %s', (_what, files, content) => {
  expect(contentOfRow(ROW, files)).toEqual(content)
})

it('is the kind that it names, with what it says of its files, and its account is not content', () => {
  const options = { mediaType: 'STORIES', accountId: 'one', firstComment: 'Hello' }
  expect(contentOfRow({ caption: '', altTexts: ['A pot'], options }, [PICTURE])).toEqual({
    mediaType: 'STORIES',
    mediaFileId: 'picture',
    altText: 'A pot',
    caption: '',
    firstComment: 'Hello',
  })
})

it('is no carousel with the one file that an export lists', () => {
  expect(contentOfRow({ ...ROW, options: { mediaFileIds: ['m'] } }, [])).toEqual({
    mediaType: 'IMAGE',
    mediaFileId: 'm',
  })
})

it('leaves its post a story of one file, unless it says that it is for the feed', () => {
  const story = { mediaType: 'STORIES' }
  expect(contentOfRow(ROW, [PICTURE], true)).toEqual({ ...story, mediaFileId: 'picture' })
  expect(contentOfRow(ROW, [PICTURE, CLIP], true)).toMatchObject({ mediaType: 'CAROUSEL' })
  expect(staysStory(ROW, story)).toBe(true)
  expect(staysStory(ROW, { mediaType: 'IMAGE' })).toBe(false)
  expect(staysStory({ ...ROW, isForFeed: true }, story)).toBe(false)
  expect(staysStory({ options: { mediaType: 'REELS' } }, story)).toBe(false)
})
