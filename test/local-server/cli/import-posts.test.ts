// What an import says of its rows.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { importPosts, type ImportFlags } from '../../../local-server/cli/tables/import-posts.ts'
import type { Send } from '../../../local-server/cli/session.ts'
import { createTestApp, fromPage, jsonRequest } from '../../fakes/test-app.ts'
import { TINY_JPEG } from '../../fakes/media/tiny-image-pipeline.ts'
import { newFolder } from '../../process-harness/own-folders.ts'

const server = vi.hoisted(() => ({
  validate: async (_sent: unknown): Promise<Response> => Response.json({ problems: [] }),
  bulk: async (_sent: unknown): Promise<Response> => Response.json({ results: [] }),
  known: (_sent: unknown): object[] => [],
  edit: async (_path: string, _sent: unknown): Promise<Response> => Response.json({}),
  kept: [] as unknown[],
  post: {} as object,
  /** In place of all of the above. */
  whole: null as Send | null,
}))
vi.mock('../../../local-server/cli/session.ts', () => ({
  withSession: (_dataDir: string, work: (send: Send) => Promise<void>) => work(server.whole ?? send),
}))

const send: Send = async (path, init) => {
  if (path.endsWith('/bulk')) return server.bulk(init?.json)
  if (path.endsWith('/media/upload'))
    return Response.json({ id: 'm', originalFilename: 'tea.jpg', mimeType: 'image/jpeg', isValid: true })
  if (path.endsWith('/validate')) return server.validate(init?.json)
  if (path.endsWith('/imported-rows/find')) return Response.json({ rows: server.known(init?.json) })
  if (path.includes('/schedule/')) return server.edit(path, init?.json)
  if (path.endsWith('/imported-rows')) return Response.json(server.kept.push(init?.json))
  if (path.includes('/posts/'))
    return Response.json({ mediaType: 'IMAGE', updatedAt: 'v', ...server.post, id: path.split('/').at(-1) })
  return Response.json({ accounts: [{ id: 'one', username: 'demo.kitchen' }] })
}

const imported = (rows: readonly object[], flags: Pick<ImportFlags, 'atomic' | 'dryRun'> = {}) =>
  importedFile(rows.map((row) => JSON.stringify(row)).join('\n'), flags)

/** The lines that it prints, but for the first, which names the columns. */
async function importedFile(
  content: string | Uint8Array,
  flags: Pick<ImportFlags, 'atomic' | 'dryRun'> = {},
  folder = newFolder(),
) {
  const file = join(folder, 'week.jsonl')
  writeFileSync(file, content)
  const printed: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text).trim()) > 0)
  const failure = await importPosts(file, { dataDir: '', ...flags }).catch((error: unknown) => error)
  return { lines: printed.slice(1), failure }
}

afterEach(() => {
  vi.restoreAllMocks()
  server.validate = async () => Response.json({ problems: [] })
  server.known = () => []
  server.edit = async () => Response.json({})
  server.kept = []
  server.whole = null
  server.post = { id: POST, status: 'SCHEDULED', caption: null, scheduledFor: null, mediaFiles: [] }
  process.exitCode = 0
})

const POST = '8e03978e-40d5-43dd-bc93-6894a57f9324'
const ROW = { accountId: 'one', scheduledFor: '2033-01-01T09:00:00Z', timezone: 'UTC' }
const TIME = 'Sat, 1 Jan 2033, 09:00 UTC'
const OF_ONE = `${TIME} +@demo\\.kitchen`

it('does not call a row unscheduled whose request had no answer', async () => {
  server.bulk = () => Promise.reject(new TypeError('fetch failed'))
  const { lines, failure } = await imported([ROW, ROW])
  expect(failure).toMatchObject({ name: 'StartFailure', whatToDo: expect.stringContaining('again') })
  expect(lines).toEqual([
    expect.stringMatching(new RegExp(`^1 +not known +${OF_ONE} .*no answer`)),
    expect.stringMatching(new RegExp(`^2 +not scheduled +${OF_ONE}$`)),
  ])
})

it('prints one line of JSON for a program, also when it ends before the last row', async () => {
  server.bulk = () => Promise.reject(new TypeError('fetch failed'))
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const printed: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0)
  const file = join(newFolder(), 'week.jsonl')
  writeFileSync(file, JSON.stringify(ROW))
  await importPosts(file, { dataDir: '', json: true })
  expect(JSON.parse(printed.join(''))).toMatchObject([{ id: null, row: 1, isUnknown: true }])
  expect(said).toHaveBeenCalledWith(expect.stringContaining('Import the same table again'))
  expect(process.exitCode).toBe(1)
})

it('calls a row unscheduled whose request was refused', async () => {
  server.bulk = async () => Response.json({ error: 'Too many.', code: 'RATE_LIMITED' }, { status: 429 })
  const { lines } = await imported([ROW])
  expect(lines).toEqual([expect.stringMatching(/^1 +not scheduled .*Too many/)])
})

it('fails for a table without rows, and sends nothing', async () => {
  server.bulk = () => Promise.reject(new Error('nothing must be sent'))
  const { failure } = await imported([], { atomic: true })
  expect(failure).toMatchObject({
    message: expect.stringMatching(/week\.jsonl cannot be imported: It has no rows\./),
    whatToDo: 'Fill in a row for each post, below the names of the columns.',
  })
})

it('finds the account of a table of another computer by its name, and refuses a row whose account is not here', async () => {
  const validate = vi.spyOn(server, 'validate')
  const { lines } = await imported(
    [
      { ...ROW, accountId: 'elsewhere', account: 'demo.kitchen' },
      { ...ROW, accountId: 'elsewhere' },
    ],
    { dryRun: true },
  )
  expect(validate).toHaveBeenNthCalledWith(1, expect.objectContaining({ accountId: 'one' }))
  expect(lines).toEqual([
    expect.stringMatching(/^1 +would be scheduled /),
    expect.stringMatching(/^2 +not scheduled .*There is no account elsewhere/),
  ])
})

it('reads a text that begins with the mark of its encoding', async () => {
  server.bulk = async () =>
    Response.json({ results: [{ post: { postId: 'made', scheduledFor: ROW.scheduledFor }, problems: [] }] })
  expect((await importedFile(`\uFEFF${JSON.stringify(ROW)}`)).lines).toEqual([
    expect.stringMatching(/^1 +made /),
  ])
})

it('reads the letters of another system, shows them, and asks a person to look at them', async () => {
  const latin1 = Buffer.from(JSON.stringify({ ...ROW, caption: 'Schöne Grüße' }), 'latin1')
  const { lines } = await importedFile(latin1, { dryRun: true })
  expect(lines).toEqual([
    expect.stringMatching(/^1 +would be scheduled +Sat, 1 Jan 2033, 09:00 UTC +@demo\.kitchen +Schöne Grüße/),
    'Its letters were read as those of Windows: look at the captions above.',
  ])
})

it('says of a dry run what scheduling would say: the time in its zone, the account, the words, and every warning', async () => {
  const warnings = [{ message: 'Another post of the account has these words.' }]
  server.validate = async () => Response.json({ problems: [], warnings })
  const row = {
    at: '2033-01-01 9:00',
    zone: 'Asia/Tokyo',
    account: '@Demo.Kitchen',
    caption: 'Good\nmorning to all of you out there',
  }
  const { lines } = await imported([row], { dryRun: true })
  expect(lines).toEqual([
    '1    would be scheduled  Sat, 1 Jan 2033, 09:00 Asia/Tokyo  @demo.kitchen  Good morning to all of…',
    '! row 1: Another post of the account has these words.',
  ])
})

it('schedules a post with a stored file as the one that was checked', async () => {
  const validate = vi.spyOn(server, 'validate')
  const bulk = vi.spyOn(server, 'bulk')
  await imported([{ ...ROW, mediaFileId: 'stored' }])
  const checked = {
    ...ROW,
    scheduledFor: '2033-01-01T09:00:00.000Z',
    mediaType: 'IMAGE',
    mediaFileId: 'stored',
  }
  expect(validate).toHaveBeenCalledWith(checked)
  const rows = [{ key: expect.stringMatching(/^[\da-f]{64}$/), content: expect.any(String) }]
  expect(bulk).toHaveBeenCalledWith({ atomic: false, posts: [checked], rows })
})

it('finds a file in a folder whose name has its accents written otherwise', async () => {
  const folder = newFolder()
  mkdirSync(join(folder, 'Küche'.normalize('NFD')))
  writeFileSync(join(folder, 'Küche'.normalize('NFD'), 'TEA.JPG'), TINY_JPEG)
  const row = { ...ROW, file: `${'Küche'.normalize('NFC')}/tea.jpg` }
  const { lines } = await importedFile(JSON.stringify(row), { dryRun: true }, folder)
  expect(lines).toEqual([expect.stringMatching(/^1 +would be scheduled /)])
})

it('names a wrong kind of post before it uploads the file', async () => {
  const message = 'mediaType: must be one of IMAGE, REELS, STORIES, CAROUSEL.'
  server.validate = async () =>
    Response.json({
      problems: [
        { field: 'media', message: 'this post has no file yet' },
        { field: 'mediaType', message },
      ],
    })
  const { lines } = await imported([{ ...ROW, file: import.meta.filename, mediaType: 'STORY' }])
  expect(lines).toEqual([expect.stringMatching(new RegExp(`^1 +not scheduled .*${message}$`))])
})

it.each([
  ['BST', '2031-07-01 9:00', '"BST" is not a time zone. Write it like Europe/London.'],
  [
    'Europe/London',
    '4/11/2031 09:00',
    'Which number of "4/11/2031 09:00" is the day? Say it with --dates dmy',
  ],
  ['Europe/London', 'soon', '"soon" is not a time. Write the whole date, like'],
])('says in the row what to write instead of %s, %s, and ends with a failure', async (zone, at, sentence) => {
  const { lines, failure } = await imported([{ accountId: 'one', at, zone }])
  expect(failure).toBeUndefined()
  expect(lines).toEqual([expect.stringContaining(sentence)])
  expect(process.exitCode).toBe(1)
})

it('says nothing of other posts at the time of a row that has none', async () => {
  server.validate = async () =>
    Response.json({
      problems: [],
      warnings: [
        { field: 'scheduledFor', message: 'Another post is close.' },
        { field: 'caption', message: 'Too many hashtags.' },
      ],
    })
  const { lines } = await imported([{ accountId: 'one', at: '18:30' }], { dryRun: true })
  expect(lines).toEqual([expect.stringMatching(/"18:30" means/), '! row 1: Too many hashtags.'])
})

it.each([
  ['SOUP.JPG', 'soup.jpg'],
  ['Grüße.jpg'.normalize('NFD'), 'Grüße.jpg'.normalize('NFC')],
  ['CRÈME.jpg'.normalize('NFD'), 'crème.JPG'.normalize('NFC')],
])('finds %s, which the table calls %s', async (onDisk, inTable) => {
  const folder = newFolder()
  writeFileSync(join(folder, onDisk), 'a picture')
  const file = join(folder, 'week.jsonl')
  writeFileSync(file, JSON.stringify({ accountId: 'one', file: inTable, at: '2031-11-24 09:00:00' }))
  const printed: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0)
  await importPosts(file, { dataDir: '', dryRun: true })
  expect(printed.join('')).toContain('would be scheduled')
  expect(process.exitCode).toBe(0)
})

describe('a table that was imported before', () => {
  const TEA = { ...ROW, caption: 'Tea', id: '7' }

  /** The marks that its rows were sent with. */
  async function marksOf(rows: readonly object[]) {
    const sent: { rows: { key: string; content: string }[] }[] = []
    server.bulk = async (json) => {
      sent.push(json as (typeof sent)[number])
      return Response.json({ results: [] })
    }
    await imported(rows)
    server.bulk = () => Promise.reject(new Error('nothing must be sent'))
    return sent.flatMap(({ rows: marks }) => marks)
  }
  const remember = (marks: readonly object[]) => {
    server.known = () => marks.map((mark, index) => ({ ...mark, postId: `post ${index + 1}` }))
  }

  it('schedules nothing of it again, says so, and succeeds although its times have passed', async () => {
    const rows = [TEA, { ...ROW, caption: 'Soup' }, { ...ROW, caption: 'Soup' }]
    remember(await marksOf(rows))
    server.validate = () => Promise.reject(new Error('what is known is not judged'))
    const { lines } = await imported(rows)
    expect(lines).toEqual([
      expect.stringMatching(/^1 +post 1 known /),
      expect.stringMatching(/^2 +post 2 known /),
      expect.stringMatching(/^3 +post 3 known /),
      'Imported before, and left as they are: 3 of 3 rows.',
    ])
    expect(process.exitCode).toBe(0)
  })

  it('knows a row whose file is not there any more', async () => {
    const folder = newFolder()
    const picture = join(folder, 'tea.jpg')
    writeFileSync(picture, 'a picture')
    const row = { ...TEA, file: picture }
    const marks = await marksOf([row])
    remember(marks)
    rmSync(picture)
    expect((await imported([row])).lines[0]).toMatch(/^1 +post 1 known /)
    expect(process.exitCode).toBe(0)
  })

  it('changes the post of a row with an id that says something else now', async () => {
    const [mark] = await marksOf([TEA])
    remember(mark ? [mark] : [])
    const edit = vi.spyOn(server, 'edit')
    const changed = { ...TEA, caption: 'Green tea', scheduledFor: '2033-01-02T09:00:00Z' }
    expect((await imported([changed], { dryRun: true })).lines).toEqual([
      expect.stringMatching(/^1 +would be changed /),
    ])
    expect((await imported([changed])).lines).toEqual([
      expect.stringMatching(/^1 +post 1 changed +Sun, 2 Jan 2033/),
    ])
    expect(edit).toHaveBeenCalledExactlyOnceWith(
      '/api/v1/schedule/post 1',
      expect.objectContaining({ caption: 'Green tea', scheduledFor: '2033-01-02T09:00:00.000Z' }),
    )
    const kept = { key: mark?.key, content: expect.not.stringMatching(mark?.content ?? ''), postId: 'post 1' }
    expect(server.kept).toEqual([{ rows: [kept] }])
  })

  it('leaves a post as it is that has gone out since, and says so', async () => {
    remember(await marksOf([TEA]))
    server.edit = async () =>
      Response.json({ error: 'It is live already.', code: 'INVALID_STATUS' }, { status: 409 })
    const { lines } = await imported([{ ...TEA, caption: 'Green tea' }])
    expect(lines).toContain(
      '! row 1: The row has changed, but its post can no longer be: It is live already.',
    )
    expect(process.exitCode).toBe(0)
  })

  it('says in a dry run, too, that a changed row has a post that is live', async () => {
    remember(await marksOf([TEA]))
    server.post = { ...server.post, status: 'PUBLISHED' }
    server.edit = () => Promise.reject(new Error('nothing must be changed'))
    for (const flags of [{}, { dryRun: true }, { atomic: true }] as const)
      expect((await imported([{ ...TEA, caption: 'Green tea' }], flags)).lines).toEqual([
        expect.stringMatching(/^1 +post 1 known /),
        '! row 1: The row has changed, but its post has gone out.',
        'Imported before, and left as they are: 1 of 1 rows.',
      ])
    expect(process.exitCode).toBe(0)
  })

  it('is all or none with what is new, or is refused before anything is sent', async () => {
    remember((await marksOf([TEA])).slice(0, 1))
    server.edit = () => Promise.reject(new Error('nothing must be changed'))
    const { lines } = await imported(
      [
        { ...TEA, caption: 'Green tea' },
        { ...ROW, caption: 'Soup' },
      ],
      {
        atomic: true,
      },
    )
    expect(lines).toEqual([
      expect.stringMatching(/^1 +not changed .*without --atomic\.$/),
      expect.stringMatching(/^2 +not scheduled /),
    ])
    expect(process.exitCode).toBe(1)
  })

  it('is reported as far as it came when a change gets no answer', async () => {
    const rows = [{ ...ROW, caption: 'Soup' }, TEA]
    remember(await marksOf(rows))
    server.edit = () => Promise.reject(new TypeError('fetch failed'))
    const { lines, failure } = await imported([rows[0] ?? {}, { ...TEA, caption: 'Green tea' }])
    expect(failure).toMatchObject({ name: 'StartFailure', whatToDo: expect.stringContaining('again') })
    expect(lines).toEqual([
      expect.stringMatching(/^1 +post 1 known /),
      expect.stringMatching(/^2 +not known .*no answer/),
      'Imported before, and left as they are: 1 of 2 rows.',
    ])
  })

  it('does not call a post changed whose change was refused', async () => {
    remember(await marksOf([TEA]))
    server.edit = async () => Response.json({ error: 'Too late.', code: 'INVALID_SCHEDULE' }, { status: 400 })
    const { lines } = await imported([{ ...TEA, caption: 'Green tea' }])
    expect(lines).toEqual([expect.stringMatching(/^1 +not changed .*Too late\.$/)])
  })

  it('says of a changed row whose post is a draft by now that a person has to decide', async () => {
    remember(await marksOf([TEA]))
    server.post = { ...server.post, status: 'DRAFT' }
    for (const flags of [{}, { dryRun: true }] as const) {
      const { lines } = await imported([{ ...TEA, caption: 'Green tea' }], flags)
      expect(lines).toEqual([expect.stringMatching(/^1 +not changed .*is a draft.*drafts schedule post 1/)])
    }
    expect(process.exitCode).toBe(1)
  })

  it('takes a caption away whose cell is empty now', async () => {
    remember(await marksOf([TEA]))
    const edit = vi.spyOn(server, 'edit')
    await imported([{ ...TEA, caption: '' }])
    expect(edit).toHaveBeenCalledWith('/api/v1/schedule/post 1', expect.objectContaining({ caption: '' }))
  })
})

describe('a row with the id of a post, as an export writes it', () => {
  const SAID = { ...ROW, id: POST }
  const there = {
    id: POST,
    caption: 'Tea',
    scheduledFor: '2033-01-01T09:00:00.000Z',
    mediaFiles: [{ id: 'm' }],
  }

  it.each([
    ['the same', { caption: 'Tea', mediaFileIds: ['m'] }, 'SCHEDULED', /known/],
    ['nothing of its caption or its files', {}, 'PUBLISHED', /known/],
    ['another caption', { caption: 'Green tea' }, 'SCHEDULED', /would be changed/],
    ['no caption any more', { caption: '' }, 'SCHEDULED', /would be changed/],
    ['another caption of what is live', { caption: 'Green tea' }, 'PUBLISHED', /known/],
    ['another file', { caption: 'Tea', mediaFileIds: ['n'] }, 'SCHEDULED', /would be changed/],
    ['a time, and the post is a draft', { caption: 'Tea' }, 'DRAFT', /not changed .*is a draft/],
  ])('that says %s', async (_what, row, status, outcome) => {
    server.post = { ...there, status, ...(status === 'DRAFT' && { scheduledFor: null }) }
    const { lines } = await imported([{ ...SAID, ...row }], { dryRun: true })
    expect(lines[0]).toMatch(outcome)
  })

  it('keeps the files and the kind of its post when it names no file', async () => {
    server.post = { ...there, status: 'SCHEDULED' }
    const edit = vi.spyOn(server, 'edit')
    await imported([{ ...SAID, caption: 'Green tea' }])
    const { scheduledFor: _at, ...said } = { ...ROW, caption: 'Green tea' }
    expect(edit).toHaveBeenCalledExactlyOnceWith(`/api/v1/schedule/${POST}`, {
      ...said,
      scheduledFor: there.scheduledFor,
    })
  })

  it('is known as the draft that it was exported as', async () => {
    server.post = { ...there, status: 'DRAFT', scheduledFor: null }
    const { lines } = await imported([{ id: POST, accountId: 'one', caption: 'Tea' }])
    expect(lines[0]).toContain(`${POST} known`)
  })
})

describe('at a server', () => {
  async function aServer() {
    const test = createTestApp()
    await test.anAccount()
    const cookie = fromPage(await test.signIn('command'))
    const send: Send = (path, { json, headers, ...init } = {}) => {
      const all = { ...(headers as Record<string, string>), ...cookie }
      return test.call(
        path,
        json === undefined
          ? { ...init, headers: all }
          : { ...init, ...jsonRequest(init.method ?? 'POST', json, all) },
      )
    }
    server.whole = send
    const file = join(newFolder(), 'week.csv')
    writeFileSync(join(dirname(file), 'tea.jpg'), TINY_JPEG)
    const run = async (table: string) => {
      writeFileSync(file, table)
      const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
      await importPosts(file, { dataDir: '', json: true })
      const [outcome] = JSON.parse(String(said.mock.lastCall?.[0])) as {
        postId: string
        problems: string[]
      }[]
      return outcome
    }
    return { test, cookie, send, run }
  }

  it('a story whose row says nothing of its kind stays one, and keeps its file where the row names none', async () => {
    const { test, run } = await aServer()
    const first = await run('id,file,type,caption,at,zone\n7,tea.jpg,story,,2033-01-01 9:00,UTC')
    const later = await run('id,file,at,zone\n7,tea.jpg,2033-01-02 9:00,UTC')
    const last = await run('id,at,zone\n7,2033-01-03 9:00,UTC')
    for (const outcome of [first, later, last])
      expect(outcome).toMatchObject({ postId: first?.postId, problems: [] })
    expect([...test.data.posts.values()]).toMatchObject([
      { mediaType: 'STORIES', scheduledFor: Date.UTC(2033, 0, 3, 9), mediaFileIds: [expect.any(String)] },
    ])
  })

  it('a post that is changed by hand while its file is uploaded keeps that', async () => {
    const { test, send, run } = await aServer()
    const { postId = '' } = (await run('id,file,caption,at,zone\n7,tea.jpg,Tea,2033-01-01 9:00,UTC')) ?? {}
    server.whole = async (path, init) => {
      if (path.endsWith('/media/upload'))
        await send(`/api/v1/schedule/${postId}`, { method: 'PUT', json: { caption: 'By hand' } })
      return send(path, init)
    }
    const outcome = await run('id,file,caption,at,zone\n7,tea.jpg,Green tea,2033-01-01 9:00,UTC')
    expect(outcome?.problems).toEqual([expect.stringContaining('has changed since')])
    expect([...test.data.posts.values()]).toMatchObject([{ caption: 'By hand' }])
  })

  it('a table whose post was deleted on the same day is scheduled again, with its file', async () => {
    const { test, cookie, run } = await aServer()
    const table = 'file,caption,at,zone\ntea.jpg,Tea,2033-01-01 9:00,UTC'
    const first = await run(table)
    for (const [what, id] of [
      ['posts', first?.postId],
      ['media', [...test.data.media.keys()][0]],
    ])
      expect((await test.call(`/api/v1/${what}/${id}`, { method: 'DELETE', headers: cookie })).status).toBe(
        200,
      )
    expect(await run(table)).toMatchObject({ problems: [] })
    expect([...test.data.posts.values()]).toMatchObject([{ status: 'SCHEDULED', caption: 'Tea' }])
  })
})
