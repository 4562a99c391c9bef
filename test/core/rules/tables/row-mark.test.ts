// What a row is known again by.
import { expect, it } from 'vitest'
import { readTable } from '../../../../core/rules/tables/read-table.ts'
import { markRow } from '../../../../core/rules/tables/row-mark.ts'

async function markOf(cells: string, timeZone = 'Europe/Berlin') {
  const bytes = new TextEncoder().encode(`at,zone,caption,file\n${cells}\n`)
  const read = readTable({ name: 'week.csv', bytes, timeZone, now: Date.UTC(2026, 10, 24) })
  if ('refusal' in read) throw new Error(read.refusal.code)
  const [row] = read.table.rows
  expect(row?.problems).toEqual([])
  return row && markRow(row, 'one', [{ name: 'a.jpg', size: 5 }])
}

it.each(['2031-11-24 9:00,,Soup,a.jpg', '2031-11-24T09:00:00+01:00,,Soup,a.jpg', 'next slot,,Soup,a.jpg'])(
  'is the same on a computer in another time zone: %s',
  async (cells) => {
    expect(await markOf(cells, 'Asia/Tokyo')).toEqual(await markOf(cells))
  },
)

it('is the same however the date is written', async () => {
  expect(await markOf('24.11.2031 09:00:00,,Soup,a.jpg')).toEqual(await markOf('2031-11-24 9:00,,Soup,a.jpg'))
})

it('says that another zone in the row is a change of the same post', async () => {
  const [one, other] = [
    await markOf('2031-11-24 9:00,Asia/Tokyo,Soup,a.jpg'),
    await markOf('2031-11-24 9:00,UTC,Soup,a.jpg'),
  ]
  expect(other?.key).toBe(one?.key)
  expect(other?.content).not.toBe(one?.content)
})

it('is that of a row without a caption, whether its table has the column or not', async () => {
  const bytes = new TextEncoder().encode('at,file\n2031-11-24 9:00,a.jpg\n')
  const read = readTable({ name: 'week.csv', bytes, timeZone: 'UTC', now: 0 })
  const [row] = 'table' in read ? read.table.rows : []
  expect(row && (await markRow(row, 'one', [{ name: 'a.jpg', size: 5 }]))).toEqual(
    await markOf('2031-11-24 9:00,,,a.jpg'),
  )
})
