// What an import says of its rows.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { importPosts, type ImportFlags } from '../../../local-server/cli/tables/import-posts.ts'
import type { Send } from '../../../local-server/cli/session.ts'
import { newFolder } from '../../process-harness/own-folders.ts'

const server = vi.hoisted(() => ({
  validate: async (_sent: unknown): Promise<Response> => Response.json({ problems: [] }),
  bulk: async (_sent: unknown): Promise<Response> => Response.json({ results: [] }),
}))
vi.mock('../../../local-server/cli/session.ts', () => ({
  withSession: (_dataDir: string, work: (send: Send) => Promise<void>) => work(send),
}))

const send: Send = async (path, init) => {
  if (path.endsWith('/bulk')) return server.bulk(init?.json)
  if (path.endsWith('/validate')) return server.validate(init?.json)
  const properties = { accountId: {}, caption: {}, mediaFileId: {}, mediaType: {}, scheduledFor: {} }
  return Response.json({ components: { schemas: { SchedulablePost: { properties } } } })
}

const imported = (rows: readonly object[], flags: Pick<ImportFlags, 'atomic'> = {}) =>
  importedFile(rows.map((row) => JSON.stringify(row)).join('\n'), flags)

/** The lines that it prints, but for the first, which names the columns. */
async function importedFile(content: string | Uint8Array, flags: Pick<ImportFlags, 'atomic'> = {}) {
  const file = join(newFolder(), 'week.jsonl')
  writeFileSync(file, content)
  const printed: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text).trim()) > 0)
  const failure = await importPosts(file, { dataDir: '', ...flags }).catch((error: unknown) => error)
  return { lines: printed.slice(1), failure }
}

afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = 0
})

const ROW = { accountId: 'one', scheduledFor: '2033-01-01T09:00:00Z' }

it('does not call a row unscheduled whose request had no answer', async () => {
  server.bulk = () => Promise.reject(new TypeError('fetch failed'))
  const { lines, failure } = await imported([ROW, ROW])
  expect(failure).toMatchObject({ name: 'StartFailure', whatToDo: expect.stringContaining('again') })
  expect(lines).toEqual([
    expect.stringMatching(/^1 +not known .*no answer/),
    expect.stringMatching(/^2 +not scheduled$/),
  ])
})

it('calls a row unscheduled whose request was refused', async () => {
  server.bulk = async () => Response.json({ error: 'Too many.', code: 'RATE_LIMITED' }, { status: 429 })
  const { lines } = await imported([ROW])
  expect(lines).toEqual([expect.stringMatching(/^1 +not scheduled .*Too many/)])
})

it('sends nothing of a table without rows, also when it is all or none', async () => {
  server.bulk = async () =>
    Response.json({ error: 'posts: too few', code: 'VALIDATION_ERROR' }, { status: 400 })
  expect(await imported([], { atomic: true })).toEqual({ lines: [], failure: undefined })
})

it('reads a text that begins with the mark of its encoding', async () => {
  server.bulk = async () =>
    Response.json({ results: [{ post: { postId: 'made', scheduledFor: ROW.scheduledFor }, problems: [] }] })
  expect((await importedFile(`\uFEFF${JSON.stringify(ROW)}`)).lines).toEqual([
    expect.stringMatching(/^1 +made /),
  ])
})

it('refuses a text in another encoding, whose letters it would schedule as others', async () => {
  server.bulk = () => Promise.reject(new Error('nothing must be sent'))
  const latin1 = Buffer.from(JSON.stringify({ ...ROW, caption: 'Schöne Grüße' }), 'latin1')
  const { lines, failure } = await importedFile(latin1)
  expect(failure).toMatchObject({ name: 'StartFailure', message: expect.stringMatching(/UTF-8/) })
  expect(lines).toEqual([])
})

it('schedules a post with a stored file as the one that was checked', async () => {
  const validate = vi.spyOn(server, 'validate')
  const bulk = vi.spyOn(server, 'bulk')
  await imported([{ ...ROW, mediaFileId: 'stored' }])
  const checked = { ...ROW, mediaType: 'IMAGE', mediaFileId: 'stored' }
  expect(validate).toHaveBeenCalledWith(checked)
  expect(bulk).toHaveBeenCalledWith({ atomic: false, posts: [checked] })
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
  expect(lines).toEqual([`1    not scheduled        ${message}`])
})

it.each([
  ['BST', '2031-07-01 9:00', '"BST" is not a time zone. Write it like Europe/London.'],
  ['Europe/London', '24/11/2031 09:00', '"24/11/2031 09:00" is not a time. Write it like "tomorrow 9:00"'],
])('says in the row what to write instead of %s, %s, and ends with a failure', async (zone, at, sentence) => {
  const { lines, failure } = await imported([{ accountId: 'one', at, zone }])
  expect(failure).toBeUndefined()
  expect(lines).toEqual([expect.stringContaining(sentence)])
  expect(process.exitCode).toBe(1)
})

it.each([
  ['SOUP.JPG', 'soup.jpg'],
  ['Grüße.jpg'.normalize('NFD'), 'Grüße.jpg'.normalize('NFC')],
  ['CRÈME.jpg'.normalize('NFD'), 'crème.JPG'.normalize('NFC')],
])('finds %s, which the table calls %s', async (onDisk, inTable) => {
  server.validate = async () => Response.json({ problems: [] })
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
