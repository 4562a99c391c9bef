import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readRows, writeCsv } from '../../../local-server/cli/tables/post-rows.ts'

const read = (name: string, text: string) => readRows(name, text, (field) => field === 'caption')

it.each([
  ['commas', 'caption,nextSlot\r\n"Good, ""quoted""\nmorning",true\r\n'],
  ['semicolons', 'caption;nextSlot\n"Good, ""quoted""\nmorning";true\n'],
  ['tabs', 'caption\tnextSlot\n"Good, ""quoted""\nmorning"\ttrue\n'],
])('a table with %s is read as spreadsheets write it', (_what, text) => {
  expect(read('week.csv', text)).toEqual([
    { number: 2, fields: { caption: 'Good, "quoted"\nmorning', nextSlot: true } },
  ])
})

it('text stays text, other cells are read as JSON where they are, and empty ones are left out', () => {
  expect(read('week.CSV', 'caption,cover,at,zone\n12,"{""frameMs"":5}",tomorrow 9:00,\n')).toEqual([
    { number: 2, fields: { caption: '12', cover: { frameMs: 5 }, at: 'tomorrow 9:00' } },
  ])
})

it.each(['sep=;\n', 'sep=;\r\n', '"sep=;"\n', 'SEP=;\n'])(
  'the line by which a spreadsheet says what separates cells is no row: %j',
  (first) => {
    expect(read('week.csv', `${first}caption;at\n"Coffee; and, cake";today 9:00\n`)).toEqual([
      { number: 2, fields: { caption: 'Coffee; and, cake', at: 'today 9:00' } },
    ])
  },
)

it('columns without a name may be several, as spreadsheets write those of empty cells', () => {
  expect(read('week.csv', 'caption,,\none,,\n')).toEqual([{ number: 2, fields: { caption: 'one' } }])
})

it('rows without anything in them are passed over, and counted as a spreadsheet counts them', () => {
  expect(read('week.csv', 'caption,at\n\none,today 9:00\n , \ntwo,today 10:00\n,\n,\n')).toEqual([
    { number: 3, fields: { caption: 'one', at: 'today 9:00' } },
    { number: 5, fields: { caption: 'two', at: 'today 10:00' } },
  ])
})

it.each([
  [
    'week.csv',
    'a,b\n1,2\n\n1,2,3\n',
    'week.csv cannot be read: row 4 has 3 cells, the header 2: put a caption with commas',
  ],
  ['week.csv', 'a,b\n1\n', 'row 2 has 1 cells, the header 2: every row needs as many'],
  ['week.csv', 'sep=;\na;b\n1;2;3\n', 'row 2 has 3 cells, the header 2'],
  ['week.csv', 'a,b\n1,2\n"1,2\n', 'row 3 begins a cell with a quote that nothing closes'],
  ['week.csv', 'a,b\n"1"x,2\n', 'row 2 has a quote within a cell'],
  ['week.csv', 'a,b\n1x"y",2\n', 'row 2 has a quote within a cell'],
  ['week.csv', 'caption,at, caption \none,,two\n', 'week.csv cannot be read: there are two columns caption'],
  ['week.jsonl', '{"caption":"one"}\n[1]\n', 'week.jsonl cannot be read: line 2 is not a JSON object'],
  ['week.xlsx', '', /neither a table nor lines/],
])('what cannot be read is refused: %s, %j', (name, text, message) => {
  expect(() => read(name, text)).toThrow(message)
})

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

it('what is written is read back exactly', () => {
  const unit = fc.oneof(fc.constantFrom(...`'=+-@"\t\r\n,;＝ a1`.split('')), fc.string())
  const caption = fc.array(unit, { maxLength: 6 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(fc.array(caption, { minLength: 1, maxLength: 3 }), (captions) => {
      const rows = captions.map((text, index) => ({ id: `p-${index}`, caption: text }))
      // A cell with nothing to see is empty.
      const isSeen = (text: string) => text.trim() !== '' || /^[\t\r\n]/.test(text)
      const expected = rows.map(({ id, caption: text }) => ({ id, ...(isSeen(text) && { caption: text }) }))
      const back = read('posts.csv', writeCsv(rows, ['id', 'caption']))
      expect(back.map(({ fields }) => fields)).toEqual(expected)
    }),
  )
})
