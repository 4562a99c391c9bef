// What becomes of rows that may have been imported before.
import { expect, it } from 'vitest'
import type { TableRow } from '../../../../core/rules/tables/judge-row.ts'
import { findFates, type MarkedRow } from '../../../../core/rules/tables/row-fates.ts'

const POST_ID = '8e03978e-40d5-43dd-bc93-6894a57f9324'
const POST = {
  id: POST_ID,
  status: 'SCHEDULED',
  caption: 'Tea',
  scheduledFor: '2033-01-01T09:00:00.000Z',
  mediaFiles: [{ id: 'm' }],
}

const aRow = (key: string | null, content = '1', said: Partial<TableRow> = {}): MarkedRow => ({
  row: {
    number: 1,
    id: null,
    account: null,
    time: { scheduledFor: '2033-01-01T09:00:00.000Z', timezone: 'UTC' },
    writtenTime: null,
    caption: 'Tea',
    files: [],
    altTexts: [],
    options: {},
    problems: [],
    ...said,
  },
  mark: key === null ? null : { key, content },
})

/** With the requests that were made. */
async function fatesOf(rows: readonly MarkedRow[], post: typeof POST | null = POST) {
  const asked: string[] = []
  const fates = await findFates(rows, {
    async findRows(keys) {
      asked.push(`${keys.length} keys`)
      return keys.filter((key) => key !== 'new').map((key) => ({ key, content: '1', postId: POST_ID }))
    },
    async findPost(id) {
      asked.push(id)
      return post
    },
  })
  return { asked, fates: fates.map(({ kind }) => kind) }
}

it('is new, known as it is, or a change, with each key and each post looked up once', async () => {
  const rows = [aRow('new'), aRow('a'), aRow('b', '2'), aRow('b', '3'), aRow('c', '2'), aRow(null)]
  expect(await fatesOf(rows)).toEqual({
    fates: ['new', 'known', 'changed', 'changed', 'changed', 'new'],
    asked: ['4 keys', POST_ID],
  })
})

it('asks for no more keys at once than a request takes', async () => {
  const rows = Array.from({ length: 300 }, (_, n) => aRow(`row ${n}`))
  expect((await fatesOf(rows)).asked).toEqual(['200 keys', '100 keys'])
})

it('tells that a changed row has a post that has gone out, and what it said when it was imported', async () => {
  const lookup = {
    findRows: async () => [{ key: 'a', content: '1', postId: POST_ID }],
    findPost: async () => ({ ...POST, status: 'PUBLISHED' }),
  }
  expect(await findFates([aRow('a', '2')], lookup)).toEqual([
    { kind: 'known', postId: POST_ID, isLate: true },
  ])
  const waiting = { ...lookup, findPost: async () => POST }
  expect(await findFates([aRow('a', '2')], waiting)).toEqual([{ kind: 'changed', post: POST, before: '1' }])
})

it.each([
  ['says the same', { id: POST_ID }, POST, 'known'],
  ['says something else', { id: POST_ID, caption: 'Green tea' }, POST, 'changed'],
  ['names a post that is gone', { id: POST_ID }, null, 'new'],
] as const)('with the id of a post that %s', async (_what, said, post, fate) => {
  expect((await fatesOf([aRow('new', '1', said)], post)).fates).toEqual([fate])
})

it('with the id of a post is known although its change was undone by hand since', async () => {
  expect((await fatesOf([aRow('a', '2', { id: POST_ID })])).fates).toEqual(['known'])
})
