// The rows that a dropped table becomes.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PlatformAccountBody } from '../../../core/api/auth.ts'
import { markOfRow } from '../../../core/rules/tables/row-mark.ts'
import { createQueryClient } from '../../../local-server/ui/src/app/query-client.ts'
import { withOrder } from '../../../local-server/ui/src/import/row-times.ts'
import { readRows } from '../../../local-server/ui/src/import/table-rows.ts'
import { accountsQuery } from '../../../local-server/ui/src/shared/queries.ts'
import { english } from '../../../local-server/ui/src/strings/en/english.ts'
import { tablesEn } from '../../../local-server/ui/src/strings/en/lazy/tables.ts'

vi.mock('../../../local-server/ui/src/strings/language.tsx', async (original) => ({
  ...(await original<object>()),
  spokenStrings: () => english,
}))

const ACCOUNT = { id: 'one', username: 'demo.kitchen' } as PlatformAccountBody

async function readTable(...lines: string[]) {
  const client = createQueryClient()
  client.setQueryData(accountsQuery.queryKey, [ACCOUNT])
  const files = [new File(['soup'], 'soup.jpg'), new File(['tea'], 'tea.jpg')]
  const table = new File([lines.join('\n')], 'week.csv')
  return readRows({ table, files, zone: 'UTC', client, accountId: null, words: tablesEn })
}

/** A server that knows these rows and these posts; the key of a row is known by its content alone. */
function aServer(posts: Readonly<Record<string, object>> = {}, known: readonly object[] = []) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    if (path.endsWith('/imported-rows/find')) return Response.json({ rows: known })
    if (path.includes('/library')) return Response.json({ ids: [] })
    const post = posts[path.split('/').at(-1) ?? '']
    if (post) return Response.json(post)
    return Response.json({ error: 'Not found.', code: 'NOT_FOUND', status: 404 }, { status: 404 })
  })
  return { asked }
}

beforeEach(() => void aServer())

const rowsOf = async (...lines: string[]) => (await readTable('file,at', ...lines)).rows

afterEach(() => vi.unstubAllGlobals())

it('gets the times of an order of dates without the table, and keeps what was typed', async () => {
  const rows = await rowsOf('soup.jpg,4/11/2031 09:00', 'tea.jpg,5/11/2031 09:00')
  expect(rows.map(({ wall, refusal }) => [wall, refusal])).toEqual([
    ['', 'Which number of “4/11/2031 09:00” is the day? Choose it below.'],
    ['', 'Which number of “5/11/2031 09:00” is the day? Choose it below.'],
  ])
  const typed = rows.map((row, index) => {
    return { ...row, files: [], caption: 'Typed', wall: index === 1 ? '2031-11-30T12:00' : row.wall }
  })
  // As the browser keeps them over a reload.
  const kept: typeof typed = JSON.parse(JSON.stringify(typed))
  expect(withOrder(kept, 'dmy').map(({ wall }) => wall)).toEqual(['2031-11-04T09:00', '2031-11-30T12:00'])
  expect(withOrder(kept, 'mdy')).toMatchObject([
    { caption: 'Typed', wall: '2031-04-11T09:00', byOrder: null, refusal: null },
    { caption: 'Typed', wall: '2031-11-30T12:00', byOrder: null, refusal: null },
  ])
})

it('asks no more for a file that was chosen before the order of dates', async () => {
  const [row] = await rowsOf('gone.jpg,4/11/2031 09:00')
  const [lacking] = withOrder(row ? [row] : [], 'dmy')
  expect(lacking?.refusal).toBe(tablesEn.noFile('gone.jpg'))
  const [chosen] = withOrder(row ? [{ ...row, refusal: null }] : [], 'dmy')
  expect(chosen).toMatchObject({ wall: '2031-11-04T09:00', refusal: null })
})

it('looks known rows up once, whichever number is the day, and leaves out what is known in the order that is chosen', async () => {
  const [row] = await rowsOf('soup.jpg,4/11/2031 09:00', 'tea.jpg,5/11/2031 09:00')
  const { asked } = aServer({}, [
    { ...(await markOfRow(row?.byOrder?.dmy.identity ?? null, null)), postId: 'made' },
  ])
  const rows = await rowsOf('soup.jpg,4/11/2031 09:00', 'tea.jpg,5/11/2031 09:00')
  expect(asked.filter((path) => path.includes('/imported-rows'))).toHaveLength(1)
  expect(withOrder(rows, 'dmy').map(({ name }) => name)).toEqual(['tea.jpg'])
  expect(withOrder(rows, 'mdy').map(({ name }) => name)).toEqual(['soup.jpg', 'tea.jpg'])
})

it('asks for no order of a date that fits one only', async () => {
  const [row] = await rowsOf('soup.jpg,24/11/2031 09:00')
  expect(row).toMatchObject({ wall: '2031-11-24T09:00', byOrder: null })
})

it('knows the instant of a time that the clocks show twice, as the row writes it', async () => {
  const [row] = await rowsOf('soup.jpg,2031-10-26T02:30:00+01:00')
  expect(row).toMatchObject({ wall: '2031-10-26T01:30', meantAt: Date.UTC(2031, 9, 26, 1, 30) })
})

it('is one post for several files, of which one is still to be chosen', async () => {
  const { rows } = await readTable('file,alt text,at', 'soup.jpg|gone.jpg,A pot || A gap,2033-01-01 09:00')
  expect(rows).toMatchObject([
    {
      name: 'soup.jpg',
      files: [{ name: 'soup.jpg' }, 'gone.jpg'],
      altTexts: ['A pot', 'A gap'],
      refusal: tablesEn.noFile('gone.jpg'),
    },
  ])
})

it('asks for one file by a signed address that is longer than a search may be, and reads the other rows', async () => {
  const refusal = { error: 'Too long.', code: 'VALIDATION_ERROR', status: 400 }
  vi.stubGlobal('fetch', async (path: string) => {
    const text = new URL(path, 'http://localhost').searchParams.get('text') ?? ''
    return text.length > 200 ? Response.json(refusal, { status: 400 }) : Response.json({ ids: [], rows: [] })
  })
  const link = `https://bucket.example/pot.jpg?signature=${'a'.repeat(400)}`
  const rows = await rowsOf(`${link},2033-01-01 09:00`, 'tea.jpg,2033-01-02 09:00')
  expect(rows.map(({ refusal: said }) => said !== null)).toEqual([true, false])
})

it('quotes as the rest of the page does', async () => {
  const [row] = await rowsOf('soup.jpg,soon')
  expect(row?.refusal).toContain('“soon” is not a time. Write the whole date, like “2026-11-24 18:30”')
})

it.each(['yes', ''])('is stuck while the table calls it a draft: %s', async (draft) => {
  const { rows } = await readTable('file,at,draft', `soup.jpg,2033-01-01 09:00,${draft}`)
  expect(rows[0]?.isStuck).toBe(draft === 'yes')
})

const id = (last: number) => `8e03978e-40d5-43dd-bc93-6894a57f932${last}`
const POST = {
  status: 'SCHEDULED',
  mediaType: 'STORIES',
  updatedAt: 'shown',
  caption: 'Tea',
  scheduledFor: '2033-01-01T09:00:00.000Z',
  mediaFiles: [{ id: 'm', originalFilename: 'own.jpg' }],
}

it('changes the post of a row that says something else than when it was imported, with the files that the post has', async () => {
  const lines = ['id,file,caption,at', '7,own.jpg,Tea,2033-01-01 09:00']
  const [first] = (await readTable(...lines)).rows
  const mark = await markOfRow(first?.identity ?? null, null)
  const known = { ...mark, postId: id(1) }
  aServer({ [id(1)]: { ...POST, id: id(1) } }, [known])
  expect(await readTable(...lines)).toMatchObject({ rows: [], known: 1, late: 0 })
  const { rows } = await readTable('id,file,caption,at', '7,own.jpg,Green tea,2033-01-02 09:00')
  expect(rows).toMatchObject([
    {
      caption: 'Green tea',
      wall: '2033-01-02T09:00',
      refusal: null,
      files: POST.mediaFiles,
      changes: {
        postId: id(1),
        before: mark?.content,
        at: Date.parse(POST.scheduledFor),
        version: 'shown',
        isStory: true,
      },
    },
  ])
})

it.each(['photo', 'reel'])('makes a %s of a story when its type says so now', async (type) => {
  aServer({ [id(1)]: { ...POST, id: id(1) } })
  const { rows } = await readTable('id,caption,at,type', `${id(1)},Green tea,2033-01-02 09:00,${type}`)
  expect(rows).toMatchObject([{ changes: { isStory: false } }])
})

it.each([
  ['PUBLISHED', { rows: [], known: 1, late: 1 }],
  ['DRAFT', { rows: [{ isStuck: true, refusal: tablesEn.isDraft }], known: 0 }],
])('leaves a changed row whose post is %s to its reader', async (status, found) => {
  aServer({ [id(1)]: { ...POST, id: id(1), status } })
  expect(
    await readTable('id,file,caption,at', `${id(1)},tea.jpg,Green tea,2033-01-01T09:00:00Z`),
  ).toMatchObject(found)
})

it('leaves out a row that was exported and is as its post still, and changes the post of one that says something else', async () => {
  aServer({ [id(1)]: { ...POST, id: id(1) }, [id(2)]: { ...POST, id: id(2) } })
  const row = (last: number, caption: string) => `${id(last)},tea.jpg,${caption},2033-01-01T09:00:00Z`
  const { rows, known } = await readTable(
    'id,file,caption,at',
    row(1, 'Tea'),
    row(2, 'Green tea'),
    row(3, 'Tea'),
  )
  expect(known).toBe(1)
  expect(rows.map(({ line, refusal, changes }) => [line, refusal, changes?.postId])).toEqual([
    [3, null, id(2)],
    [4, null, undefined],
  ])
})

it('tells of rows that are meant for other networks', async () => {
  const { rows, elsewhere } = await readTable(
    'file,at,Instagram',
    'soup.jpg,2031-11-24 09:00,TRUE',
    'tea.jpg,2031-11-25 09:00,FALSE',
  )
  expect([rows.map(({ name }) => name), elsewhere]).toEqual([['soup.jpg'], 1])
})
