import { expect, it } from 'vitest'
import { nextIndex, rowsOf } from '../../../local-server/ui/src/library/grid/grid-rows.ts'

/** Three columns: a b c / d in March, e f in February, g in January. */
const list = {
  ids: ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
  months: [
    { month: '2026-03', count: 4 },
    { month: '2026-02', count: 2 },
    { month: '2026-01', count: 1 },
  ],
}
const rows = rowsOf(list, 3)

it('puts a heading above the files of each month, and begins a row with each month', () => {
  expect(rows.map((row) => (row.kind === 'month' ? row.month : row.ids.join('')))).toEqual([
    '2026-03',
    'abc',
    'd',
    '2026-02',
    'ef',
    '2026-01',
    'g',
  ])
  expect(rowsOf(list, 0)).toEqual([])
})

it('leads by arrow keys through rows of different length, and stops at both ends', () => {
  const after = (key: string, id: string) => {
    const index = nextIndex(key, list.ids.indexOf(id), rows)
    return index === null ? null : list.ids[index]
  }
  expect(['c', 'd', 'f', 'g'].map((id) => after('ArrowDown', id))).toEqual(['d', 'e', 'g', null])
  expect(['g', 'f', 'd', 'b'].map((id) => after('ArrowUp', id))).toEqual(['e', 'd', 'a', null])
  expect([after('ArrowRight', 'd'), after('ArrowRight', 'g')]).toEqual(['e', null])
  expect([after('ArrowLeft', 'e'), after('ArrowLeft', 'a')]).toEqual(['d', null])
  expect([after('Home', 'f'), after('End', 'b'), after('Tab', 'b')]).toEqual(['a', 'g', null])
})
