// What a row is known again by.
import { expect, it } from 'vitest'
import { readTable } from '../../../../core/rules/tables/read-table.ts'
import { identifyRow, markOfRow, saysTheSameContent } from '../../../../core/rules/tables/row-mark.ts'

async function markOfCells(cells: string, timeZone = 'Europe/Berlin') {
  const bytes = new TextEncoder().encode(`at,zone,caption,file\n${cells}\n`)
  const read = readTable({ name: 'week.csv', bytes, timeZone, now: Date.UTC(2026, 10, 24) })
  if ('refusal' in read) throw new Error(read.refusal.code)
  const [row] = read.table.rows
  expect(row?.problems).toEqual([])
  return row && markOfRow(await identifyRow(row, 'one', [5]), null)
}

it.each(['2031-11-24 9:00,,Soup,a.jpg', '2031-11-24T09:00:00+01:00,,Soup,a.jpg', 'next slot,,Soup,a.jpg'])(
  'is the same on a computer in another time zone: %s',
  async (cells) => {
    expect(await markOfCells(cells, 'Asia/Tokyo')).toEqual(await markOfCells(cells))
  },
)

it('is the same however the date is written', async () => {
  expect(await markOfCells('24.11.2031 09:00:00,,Soup,a.jpg')).toEqual(
    await markOfCells('2031-11-24 9:00,,Soup,a.jpg'),
  )
})

it('says that another zone in the row is a change of the same post', async () => {
  const [one, other] = [
    await markOfCells('2031-11-24 9:00,Asia/Tokyo,Soup,a.jpg'),
    await markOfCells('2031-11-24 9:00,UTC,Soup,a.jpg'),
  ]
  expect(other?.key).toBe(one?.key)
  expect(other?.content).not.toBe(one?.content)
})

it('is that of a row without a caption, whether its table has the column or not', async () => {
  const bytes = new TextEncoder().encode('at,file\n2031-11-24 9:00,a.jpg\n')
  const read = readTable({ name: 'week.csv', bytes, timeZone: 'UTC', now: 0 })
  const [row] = 'table' in read ? read.table.rows : []
  expect(row && (await markOfRow(await identifyRow(row, 'one', [5]), null))).toEqual(
    await markOfCells('2031-11-24 9:00,,,a.jpg'),
  )
})

it('does not change with a file that is not at hand any more, and does with another name or size', async () => {
  const row = {
    number: 1,
    account: null,
    time: null,
    writtenTime: null,
    altTexts: [],
    options: {},
    problems: [],
  }
  const mark = async (size: number | null, file = 'a.jpg') =>
    markOfRow(await identifyRow({ ...row, id: '7', caption: 'Soup', files: [file] }, 'one', [size]), null)
  const imported = await mark(5)
  const isSame = async (other: ReturnType<typeof mark>) =>
    imported && saysTheSameContent(imported, (await other) ?? imported)
  expect(await isSame(mark(null))).toBe(true)
  expect(await isSame(mark(null, String.raw`C:\week\a.jpg`))).toBe(true)
  expect(await isSame(mark(6))).toBe(false)
  expect(await isSame(mark(null, 'b.jpg'))).toBe(false)
})

it('is that of the account to which it is sent where the table names none', async () => {
  const own = { own: ['7'], nth: 1, content: '1' }
  const marks = [
    await markOfRow({ ...own, accountId: null }, 'one'),
    await markOfRow({ ...own, accountId: 'one' }, 'other'),
  ]
  expect(marks[0]).toEqual(marks[1])
  expect(await markOfRow({ ...own, accountId: null }, 'other')).not.toEqual(marks[0])
  expect(await markOfRow({ ...own, accountId: null }, null)).toBeNull()
})
