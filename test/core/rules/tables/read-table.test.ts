// Tables as each program writes them, and what is wrong with others.
import { describe, expect, it } from 'vitest'
import { readTable, type TableToRead } from '../../../../core/rules/tables/read-table.ts'
import type { RowProblem } from '../../../../core/rules/tables/table-problems.ts'
import { tableSentence } from '../../../../core/rules/tables/table-problems.ts'

const timeZone = 'Europe/Berlin'
const now = Date.UTC(2026, 10, 24, 11, 30)

function read(text: string | Uint8Array, more: Partial<TableToRead> = {}) {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  return readTable({ name: 'week.csv', bytes, timeZone, now, ...more })
}

function rowsOf(text: string | Uint8Array, more: Partial<TableToRead> = {}) {
  const found = read(text, more)
  if ('refusal' in found) throw new Error(tableSentence(found.refusal))
  return found.table.rows
}

/** The first row as a post, without what it leaves out. */
function postOf(text: string | Uint8Array, more: Partial<TableToRead> = {}) {
  const [row] = rowsOf(text, more)
  expect(row?.problems.map(tableSentence)).toEqual([])
  const { caption, files, time, account, options, altTexts } = row ?? {}
  return { caption, files, time, account, options, altTexts }
}

const problemsOf = (text: string, more: Partial<TableToRead> = {}): (readonly RowProblem[])[] =>
  rowsOf(text, more).map(({ problems }) => problems)

/** Bytes of an encoding with one byte for each letter. */
const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const wide = (text: string, littleEndian: boolean, mark: boolean) => {
  const units = [...(mark ? [0xfeff] : []), ...Array.from(text, (letter) => letter.charCodeAt(0))]
  const view = new DataView(new ArrayBuffer(units.length * 2))
  units.forEach((unit, index) => view.setUint16(index * 2, unit, littleEndian))
  return new Uint8Array(view.buffer)
}

const NINE = { scheduledFor: '2031-11-24T08:00:00.000Z', timezone: timeZone }
const COFFEE = {
  caption: 'Coffee, and cake',
  files: ['one.jpg'],
  time: NINE,
  account: null,
  options: {},
  altTexts: [],
}

describe('a spreadsheet writes its table', () => {
  it.each([
    ['Excel, German', 'file;caption;at\r\none.jpg;Coffee, and cake;24.11.2031 09:00\r\n'],
    [
      'Excel, German, with the line that it understands',
      'sep=;\r\nfile;caption;at\r\none.jpg;Coffee, and cake;24.11.2031 09:00:00\r\n',
    ],
    ['Excel, British', 'file,caption,at\r\none.jpg,"Coffee, and cake",24/11/2031 09:00\r\n'],
    ['Excel, American', 'File,Caption,At\r\none.jpg,"Coffee, and cake",11/24/2031 9:00:00 AM\r\n'],
    ['Excel, CSV UTF-8', '\uFEFFfile;caption;at\r\none.jpg;Coffee, and cake;24.11.2031 09:00\r\n'],
    ['Google Sheets', 'file,caption,at\none.jpg,"Coffee, and cake",2031-11-24 9:00:00'],
    ['LibreOffice', 'file,caption,at\none.jpg,"Coffee, and cake",2031-11-24 09:00:00\n'],
    ['LibreOffice, German', '"file";"caption";"at"\n"one.jpg";"Coffee, and cake";"24.11.31 09:00"\n'],
    ['Numbers', 'file,caption,at\r\none.jpg,"Coffee, and cake",24 Nov 2031 at 9:00\r\n'],
    ['tabs', 'FILE\tCAPTION\tAT\none.jpg\tCoffee, and cake\t2031/11/24 9:00\n'],
    [
      'dates and times in two columns',
      'file;caption;Post date;Post time\none.jpg;Coffee, and cake;24.11.2031;09:00\n',
    ],
    [
      'a day as its midnight, beside a column of times',
      'file,caption,date,time\none.jpg,"Coffee, and cake",2031-11-24 00:00:00,09:00:00\n',
    ],
    [
      'a day with its weekday',
      'file,caption,Day,Posting time\none.jpg,"Coffee, and cake","Mo, 24.11.2031",9:00\n',
    ],
    [
      'a whole time in a column of times',
      'file,caption,Posting time\none.jpg,"Coffee, and cake",2031-11-24 9:00\n',
    ],
    ['Excel, months in words', 'file,caption,date,time\none.jpg,"Coffee, and cake",24-Nov-31,9:00 AM\n'],
    ['a database', 'file,caption,at\none.jpg,"Coffee, and cake",2031-11-24 08:00:00+00\n'],
    [
      'Excel, which leaves out the last cells where sixteen rows have none',
      'file,caption,at,zone,first comment\none.jpg,"Coffee, and cake",2031-11-24 9:00\n',
    ],
    [
      'Excel, which leaves them out also after an empty cell of a text',
      'file,caption,at,first comment,zone\none.jpg,"Coffee, and cake",2031-11-24 9:00,\n',
    ],
    ['a Mac of long ago', 'file,caption,at\rone.jpg,"Coffee, and cake",2031-11-24 9:00\r'],
  ])('%s', (_program, text) => {
    expect(postOf(text)).toEqual(COFFEE)
  })

  it('Google Sheets, tabs: it puts no cell in quotes', () => {
    const quoted = '"Best" soup, 5" deep'
    expect(postOf(`file\tcaption\tat\none.jpg\t${quoted}\t2031-11-24 9:00\n`)).toEqual({
      ...COFFEE,
      caption: quoted,
    })
  })

  it.each([
    [
      'UTF-16 with its mark, as Excel writes "Unicode text"',
      wide('file\tcaption\tat\r\none.jpg\tGrüße – heute\t24.11.2031 09:00\r\n', true, true),
      null,
    ],
    [
      'UTF-16 of the other order',
      wide('file\tcaption\tat\r\none.jpg\tGrüße – heute\t24.11.2031 09:00\r\n', false, true),
      null,
    ],
    [
      'UTF-16 without a mark',
      wide('file\tcaption\tat\r\none.jpg\tGrüße – heute\t24.11.2031 09:00\r\n', true, false),
      null,
    ],
    [
      'Windows-1252',
      bytesOf('file;caption;at\r\none.jpg;Gr\xfc\xdfe \x96 heute;24.11.2031 09:00\r\n'),
      'Windows',
    ],
    [
      'Mac Roman, as Excel for the Mac writes',
      bytesOf('file;caption;at\r\none.jpg;Gr\x9f\xa7e \xd0 heute;24.11.2031 09:00\r\n'),
      'Mac',
    ],
  ])('in %s', (_encoding, bytes, guessed) => {
    expect(postOf(bytes, { name: 'week.txt' })).toEqual({ ...COFFEE, caption: 'Grüße – heute' })
    expect(read(bytes)).toMatchObject({ table: { guessed } })
  })
})

describe('another program has a template', () => {
  it('Later: a date and a time in two columns, and addresses of media', () => {
    expect(
      postOf(
        'Profile,Date,Time,Caption,Media URL\nkitchen,2031-11-24,9:00 AM,Soup,https://example.com/soup.jpg\n',
      ),
    ).toEqual({ ...COFFEE, account: 'kitchen', caption: 'Soup', files: ['https://example.com/soup.jpg'] })
  })

  it('Buffer', () => {
    expect(
      postOf(
        'Text,Image URL,Tags,Posting Time\n"Soup, hot",https://example.com/soup.jpg,winter,2031-11-24 09:00\n',
      ),
    ).toEqual({ ...COFFEE, caption: 'Soup, hot', files: ['https://example.com/soup.jpg'] })
  })

  it('Hootsuite, whose table has no header', () => {
    expect(
      postOf(
        '"24/11/2031 09:00","Soup, hot","https://example.com/soup.jpg"\n"25/11/2031 09:00","Bread",""\n',
      ),
    ).toEqual({ ...COFFEE, caption: 'Soup, hot', files: ['https://example.com/soup.jpg'] })
    expect(problemsOf('11/24/2031 09:00,Soup,https://example.com/blog\n')).toEqual([
      [{ code: 'LINK', link: 'https://example.com/blog' }],
    ])
  })

  it('Publer: explained columns, several addresses, stories and comments', () => {
    const header =
      'Date - Intl. format or prompt,Text,Link(s) - Separated by comma for FB carousels,"Media URL(s) - Separated by comma","Title - For the video, pin, PDF","Label(s) - Separated by comma","Alt text(s) - Separated by ||",Comment(s) - Separated by ||,"Pin board, FB album, or Google category","Post subtype - I.e. story, reel, PDF",CTA - For Facebook links or Google,"Reminder - For stories, reels, shorts, and TikToks"'
    const row =
      '2031-11-24 09:00,Soup,https://example.com,"https://example.com/a.jpg,https://example.com/b.jpg",,menu,Soup in a bowl || Bread,Recipe below,,Post,,FALSE'
    expect(postOf(`${header}\n${row}\n`)).toEqual({
      ...COFFEE,
      caption: 'Soup',
      files: ['https://example.com/a.jpg', 'https://example.com/b.jpg'],
      altTexts: ['Soup in a bowl', 'Bread'],
      options: { firstComment: 'Recipe below' },
    })
    expect(postOf(`${header}\n${row.replace(',Post,', ',Story,')}\n`).options).toMatchObject({
      mediaType: 'STORIES',
    })
  })

  it('Metricool: numbered pictures, and rows for other networks are no posts of ours', () => {
    const header =
      'Text,Date,Time,Draft,Facebook,Twitter/X,LinkedIn,GBP,Instagram,Pinterest,TikTok,Youtube,Threads,Picture Url 1,Picture Url 2,Alt text picture 1,Alt text picture 2,Instagram Post Type,Instagram Show Reel On Feed,First Comment Text'
    const row = (instagram: string, draft = 'FALSE') =>
      `Soup,2031-11-24,09:00:00,${draft},TRUE,FALSE,FALSE,FALSE,${instagram},FALSE,FALSE,FALSE,FALSE,https://example.com/a.jpg,https://example.com/b.jpg,A bowl,Bread,POST,TRUE,Recipe`
    expect(postOf([header, row('TRUE'), row('FALSE')].join('\n'))).toEqual({
      ...COFFEE,
      caption: 'Soup',
      files: ['https://example.com/a.jpg', 'https://example.com/b.jpg'],
      altTexts: ['A bowl', 'Bread'],
      options: { firstComment: 'Recipe' },
    })
    expect(read([header, row('TRUE'), row('FALSE')].join('\n'))).toMatchObject({ table: { elsewhere: 1 } })
    expect(problemsOf([header, row('TRUE', 'TRUE')].join('\n'))).toEqual([[{ code: 'DRAFT_ROW' }]])
  })

  it('our own: fields by their names, yes and no as spreadsheets write them, names without brackets', () => {
    const header =
      'id,platformAccountId,status,mediaType,caption,scheduledFor,timezone,mediaFileIds,shareToFeed,collaborators,cover'
    const row = `p1,a1,SCHEDULED,REELS,"'=1+1",2031-11-24T08:00:00.000Z,Europe/Berlin,"[""m1""]",FALSCH,"@anna, ben","{""frameMs"":5}"`
    const [post] = rowsOf(`${header}\n${row}\n`)
    expect(post).toMatchObject({
      id: 'p1',
      caption: '=1+1',
      time: NINE,
      problems: [],
      options: {
        accountId: 'a1',
        mediaType: 'REELS',
        mediaFileIds: ['m1'],
        shareToFeed: false,
        collaborators: ['@anna', 'ben'],
        cover: { frameMs: 5 },
      },
    })
  })

  it('lines of JSON', () => {
    const line = { file: ['a.jpg', 'b.jpg'], caption: 'Soup', scheduledFor: '2031-11-24T09:00:00+01:00' }
    expect(postOf(JSON.stringify(line), { name: 'week.jsonl' })).toEqual({
      ...COFFEE,
      caption: 'Soup',
      files: ['a.jpg', 'b.jpg'],
    })
    const emptied = '{"caption":"one","text":null,"at":"2031-11-24 9:00"}'
    expect(postOf(emptied, { name: 'week.jsonl' }).caption).toBe('one')
    expect(postOf('{"nextSlot":true,"file":"a.jpg"}', { name: 'week.jsonl' }).time).toEqual({
      nextSlot: true,
    })
  })
})

describe('an empty cell', () => {
  it('of a caption says that there is none, a table without the column says nothing', () => {
    expect(postOf('file,caption,at\na.jpg,,2031-11-24 9:00\n').caption).toBe('')
    expect(postOf('file,at\na.jpg,2031-11-24 9:00\n').caption).toBeNull()
  })

  it.each([
    ['a.jpg,b.jpg,,Bread', ['a.jpg', 'b.jpg'], ['', 'Bread']],
    [',b.jpg,,Bread', ['b.jpg'], ['Bread']],
    ['a.jpg|b.jpg,c.jpg,A bowl,Bread', ['a.jpg', 'b.jpg', 'c.jpg'], ['A bowl', '', 'Bread']],
    ['a.jpg,b.jpg,A bowl,', ['a.jpg', 'b.jpg'], ['A bowl']],
  ])('of a picture or an alt text moves no other one to another file: %s', (cells, files, altTexts) => {
    const header = 'Picture 1,Picture 2,Alt text 1,Alt text 2,at'
    expect(postOf(`${header}\n${cells},2031-11-24 9:00\n`)).toMatchObject({ files, altTexts })
  })

  it('between alt texts of one cell, or beside one cell of files, counts, too', () => {
    expect(postOf('file,alt text,at\na.jpg|b.jpg|c.jpg,A || || C,2031-11-24 9:00\n').altTexts).toEqual([
      'A',
      '',
      'C',
    ])
    expect(postOf('file,alt text 1,alt text 2,at\na.jpg|b.jpg,,Bread,2031-11-24 9:00\n').altTexts).toEqual([
      '',
      'Bread',
    ])
  })
})

describe('a date whose order both fit', () => {
  const table = (...dates: string[]) => ['file,at', ...dates.map((date) => `a.jpg,${date} 09:00`)].join('\n')

  it('is asked for', () => {
    expect(problemsOf(table('4/11/2031'))).toEqual([[{ code: 'DATE_ORDER', text: '4/11/2031 09:00' }]])
  })

  it('is read as it is said, or as another date of the table says', () => {
    const times = (text: string, more = {}) =>
      rowsOf(text, more).map(({ time }) =>
        time && 'scheduledFor' in time ? time.scheduledFor.slice(0, 10) : null,
      )
    expect(times(table('4/11/2031'), { order: 'mdy' })).toEqual(['2031-04-11'])
    expect(times(table('4/11/2031', '24/11/2031'))).toEqual(['2031-11-04', '2031-11-24'])
    const inTwo = 'file,Post date,Post time\na.jpg,4/11/2031,9:00\nb.jpg,24/11/2031,9:00\n'
    expect(times(inTwo)).toEqual(['2031-11-04', '2031-11-24'])
    expect(times(table('4/11/2031', '24/11/2031', '11/24/2031'))).toEqual([null, '2031-11-24', '2031-11-24'])
  })
})

describe('what is wrong is told of its row', () => {
  it.each([
    [
      'a caption whose commas are not quoted',
      'file,caption,at\na.jpg,Soup, hot,2031-11-24 9:00\n',
      /^It has 4 cells, the first row 3\. Put a caption with commas in quotes\.$/,
    ],
    [
      'a caption of several lines that is not quoted',
      'file,caption,at\na.jpg,Soup\n',
      /^It has 2 cells, the first row 3\./,
    ],
    [
      'a caption that nobody quoted and whose first line has all but the last cell',
      'file,at,caption,zone\na.jpg,2031-11-24 9:00,Soup\n',
      /^It has 3 cells, the first row 4\./,
    ],
    [
      'BST',
      'file,at,zone\na.jpg,2031-07-01 9:00,BST\n',
      /^"BST" is not a time zone\. Write it like Europe\/London\.$/,
    ],
    ['no time', 'file,caption\na.jpg,Soup\n', /^It has no time/],
    ['no such time', 'file,at\na.jpg,yesterday\n', /^"yesterday" is not a time\. Write the whole date, like/],
    [
      'a time that comes twice',
      'file,at\na.jpg,2026-10-25 02:30\n',
      /comes twice in Europe\/Berlin\. Write the one that is meant: 2026-10-25T00:30/,
    ],
    ['a time that is skipped', 'file,at\na.jpg,2027-03-28 02:30\n', /there is no 2027-03-28 02:30/],
    [
      'a column that nobody knows',
      'file,at,colour\na.jpg,2031-11-24 9:00,red\n',
      /^There is no field colour\.$/,
    ],
    [
      'an address without a lock',
      'file,at\nhttp://example.com/a.jpg,2031-11-24 9:00\n',
      /^http:\/\/example\.com\/a\.jpg is no picture/,
    ],
  ])('%s', (_what, text, sentence) => {
    expect(problemsOf(text).map((problems) => problems.map(tableSentence))).toEqual([
      [expect.stringMatching(sentence)],
    ])
  })

  it.each(['18:30', 'tomorrow 9pm', 'in 2 hours', 'fri 18:30', '30.11. 18:00', 'today 02:30'])(
    '%s, which means another day when the table is imported again',
    (text) => {
      expect(rowsOf(`file,at\na.jpg,${text}\n`)).toMatchObject([
        { time: null, problems: [{ code: 'RELATIVE_TIME', text }] },
      ])
      expect(problemsOf(`file,time\na.jpg,${text}\n`)).toEqual([[{ code: 'RELATIVE_TIME', text }]])
    },
  )

  it('and the other rows are posts all the same', () => {
    expect(
      problemsOf('file,caption,at\na.jpg,Soup, hot,2031-11-24 9:00\nb.jpg,Bread,2031-11-24 10:00\n'),
    ).toEqual([[expect.objectContaining({ code: 'TOO_MANY_CELLS' })], []])
  })

  it('an id that a row above has, too', () => {
    expect(problemsOf('id,file,at\n1,a.jpg,2031-11-24 9:00\n1,b.jpg,2031-11-24 10:00\n')).toEqual([
      [],
      [{ code: 'ID_TWICE', id: '1', row: 2 }],
    ])
  })

  it('with rows counted as a spreadsheet counts them', () => {
    expect(
      rowsOf('file,at\n\na.jpg,2031-11-24 18:00\n , \n"b\nc.jpg",2031-11-24 19:00\n,\n,\n').map(
        ({ number }) => number,
      ),
    ).toEqual([3, 5])
  })

  it('empty cells beyond the header are nothing', () => {
    expect(problemsOf('file,at,\na.jpg,2031-11-24 9:00,,,\n')).toEqual([[]])
  })
})

describe('a table that cannot be read is refused', () => {
  it.each([
    ['week.csv', 'file,at\na.jpg,today\n"b.jpg,2\n', 'Row 3 begins a cell with a quote that nothing closes.'],
    ['week.csv', 'file,at\n"a"x,2\n', 'Row 2 has a quote within a cell.'],
    ['week.csv', 'file,at\na"x",2\n', 'Row 2 has a quote within a cell.'],
    ['week.csv', 'caption,at, Caption \none,,two\n', 'There are two columns Caption.'],
    ['week.csv', 'colour,size\nred,2\n', 'Its first row names no column that we know.'],
    ['week.csv', 'file,caption,at\n', 'It has no rows.'],
    ['week.csv', '', 'It has no rows.'],
    ['week.jsonl', '', 'It has no rows.'],
    ['week.jsonl', '{"caption":"one"}\n[1]\n', 'Line 2 is not a JSON object.'],
    ['week.jsonl', '{"caption":"one","Text":"another"}\n', 'There are two columns Text.'],
    ['week.xlsx', '', 'Save its sheet as "CSV UTF-8"'],
    ['week.csv', 'PK\u0003\u0004', 'Save its sheet as "CSV UTF-8"'],
    ['week.docx', '', 'It is neither a table nor lines.'],
  ])('%s, %j', (name, text, sentence) => {
    const found = read(text, { name })
    expect('refusal' in found && tableSentence(found.refusal)).toContain(sentence)
  })
})
