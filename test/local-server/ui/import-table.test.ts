// The rows that a dropped table becomes.
import { afterEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../../local-server/ui/src/app/query-client.ts'
import { withOrder } from '../../../local-server/ui/src/import/row-times.ts'
import { readRows } from '../../../local-server/ui/src/import/table-rows.ts'
import { accountsQuery } from '../../../local-server/ui/src/shared/queries.ts'
import { tablesEn } from '../../../local-server/ui/src/strings/en/lazy/tables.ts'

async function readTable(...lines: string[]) {
  const client = createQueryClient()
  client.setQueryData(accountsQuery.queryKey, [])
  const files = [new File(['soup'], 'soup.jpg'), new File(['tea'], 'tea.jpg')]
  const table = new File([lines.join('\n')], 'week.csv')
  return readRows({ table, files, zone: 'UTC', client, words: tablesEn })
}

const rowsOf = async (...lines: string[]) => (await readTable('file,at', ...lines)).rows

afterEach(() => vi.unstubAllGlobals())

it('gets the times of an order of dates without the table, and keeps what was typed', async () => {
  const rows = await rowsOf('soup.jpg,4/11/2031 09:00', 'tea.jpg,5/11/2031 09:00')
  expect(rows.map(({ wall, refusal }) => [wall, refusal])).toEqual([
    ['', 'Which number of “4/11/2031 09:00” is the day? Choose it below.'],
    ['', 'Which number of “5/11/2031 09:00” is the day? Choose it below.'],
  ])
  // As the browser keeps them over a reload.
  const typed = rows.map(({ wall, byOrder, mark }, index) => {
    return { caption: 'Typed', wall: index === 1 ? '2031-11-30T12:00' : wall, byOrder, mark, refusal: null }
  })
  const kept: typeof typed = JSON.parse(JSON.stringify(typed))
  expect(withOrder(kept, 'dmy').map(({ wall }) => wall)).toEqual(['2031-11-04T09:00', '2031-11-30T12:00'])
  expect(withOrder(kept, 'mdy')).toMatchObject([
    { caption: 'Typed', wall: '2031-04-11T09:00', byOrder: null },
    { caption: 'Typed', wall: '2031-11-30T12:00', byOrder: null },
  ])
})

it('asks for no order of a date that fits one only', async () => {
  const [row] = await rowsOf('soup.jpg,24/11/2031 09:00')
  expect(row).toMatchObject({ wall: '2031-11-24T09:00', byOrder: null })
})

it('leaves out a row that was exported and is as its post still, and tells of one that says something else', async () => {
  const id = (last: number) => `8e03978e-40d5-43dd-bc93-6894a57f932${last}`
  const post = { caption: 'Tea', scheduledFor: '2033-01-01T09:00:00.000Z', mediaFiles: [{ id: 'm' }] }
  vi.stubGlobal('fetch', async (path: string) =>
    path.endsWith(id(3))
      ? Response.json({ error: 'Not found.', code: 'NOT_FOUND' }, { status: 404 })
      : Response.json(post),
  )
  const row = (last: number, caption: string) => `${id(last)},tea.jpg,${caption},2033-01-01T09:00:00Z`
  const { rows, known } = await readTable(
    'id,file,caption,at',
    row(1, 'Tea'),
    row(2, 'Green tea'),
    row(3, 'Tea'),
  )
  expect(known).toBe(1)
  expect(rows.map(({ line, refusal, wall }) => [line, refusal, wall])).toEqual([
    [3, tablesEn.changed, ''],
    [4, null, '2033-01-01T09:00'],
  ])
})
