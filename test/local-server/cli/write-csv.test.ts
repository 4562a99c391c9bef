import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fromTextCell } from '../../../core/rules/tables/formula-cells.ts'
import { readCells } from '../../../core/rules/tables/read-cells.ts'
import { writeCsv } from '../../../local-server/cli/tables/write-csv.ts'

it.each(['=1+1', '+49 30', '-1', '@friend', '\t=1', '\r=1', '\n=1', '＝1+1', "'=1", "''@a"])(
  'a caption that a spreadsheet would calculate is written as text: %j',
  (caption) => {
    const [[cell] = []] = parse(writeCsv([{ caption }], ['caption']), { from_line: 2 }) as string[][]
    expect(cell).toBe(`'${caption}`)
  },
)

it('a caption that is no formula is written as it is', () => {
  expect(writeCsv([{ caption: "'tis 1=1" }], ['caption'])).toBe("caption\n'tis 1=1\n")
})

it('what is written is read back exactly, by us and by another reader of such tables', () => {
  const unit = fc.oneof(fc.constantFrom(...`'=+-@"\t\r\n,;＝ a1`.split('')), fc.string())
  const caption = fc.array(unit, { maxLength: 6 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(fc.array(caption, { minLength: 1, maxLength: 3 }), (captions) => {
      const rows = captions.map((text, index) => ({ id: `p-${index}`, caption: text }))
      const written = writeCsv(rows, ['id', 'caption'])
      const cells = readCells(written, ',')
      if ('code' in cells) throw new Error(cells.code)
      expect(cells.map((row) => row.cells)).toEqual(parse(written, { relax_column_count: true }))
      expect(cells.slice(1).map((row) => row.cells.map(fromTextCell))).toEqual(
        rows.map(({ id, caption: text }) => [id, text]),
      )
    }),
  )
})
