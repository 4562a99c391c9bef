// What `nightpost api` sends.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  callApi,
  changePostsById,
  scheduleDraftById,
  uploadFiles,
} from '../../../local-server/cli/contract/contract.ts'
import type { Send } from '../../../local-server/cli/session.ts'
import { EXIT_CODES } from '../../../local-server/terminal/exit-codes.ts'

const server = vi.hoisted(() => ({ send: vi.fn<Send>() }))
vi.mock('../../../local-server/cli/session.ts', () => ({
  withSession: (_dataDir: string, work: (send: Send) => Promise<void>) => work(server.send),
}))

const parameters = [
  { name: 'id', in: 'path' },
  { name: 'If-Match', in: 'header' },
]
const answered = (type: string) => ({ responses: { 200: { content: { [type]: {} } }, 401: {} } })
const paths = {
  '/schedule/{id}': {
    put: {
      operationId: 'editScheduled',
      summary: 'Change it',
      parameters,
      requestBody: { content: { 'application/json': {} } },
      ...answered('application/json'),
    },
  },
  '/posts/draft/{id}/publish': {
    post: { operationId: 'publishDraft', summary: 'Send it', parameters, ...answered('application/json') },
  },
  '/insights/export': {
    get: { operationId: 'exportInsights', summary: 'Every number', ...answered('text/csv') },
  },
  '/media/upload': {
    post: {
      operationId: 'uploadMedia',
      summary: 'Upload it',
      requestBody: { content: { 'multipart/form-data': {} } },
      ...answered('application/json'),
    },
  },
  '/events': { get: { operationId: 'listenToEvents', summary: 'Listen', ...answered('text/event-stream') } },
}

beforeEach(() => {
  server.send.mockImplementation(async (path) =>
    path.endsWith('/export')
      ? new Response('metric,value\nreach,7\n', { headers: { 'content-type': 'text/csv; charset=utf-8' } })
      : Response.json(path.endsWith('/openapi.json') ? { paths } : { id: 7 }),
  )
})
afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

it('sends the headers of an operation, as they are named', async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  await callApi('editScheduled', ['id=7', 'If-Match="now"'], { dataDir: '', body: '{}' })
  expect(server.send).toHaveBeenLastCalledWith(
    '/api/v1/schedule/7',
    expect.objectContaining({ method: 'PUT', headers: { 'If-Match': '"now"' }, json: {} }),
  )
})

it('says what a header cannot carry', async () => {
  await expect(callApi('editScheduled', ['id=7', 'If-Match=✓'], { dataDir: '' })).rejects.toMatchObject({
    name: 'StartFailure',
    message: 'If-Match is sent as a header, which takes ASCII only.',
  })
})

it('does not wait for the end of a stream that has none', async () => {
  await expect(callApi('listenToEvents', [], { dataDir: '' })).rejects.toMatchObject({
    whatToDo: expect.stringContaining('nightpost watch'),
  })
})

it('names the command that uploads, which it cannot', async () => {
  await expect(callApi('uploadMedia', [], { dataDir: '' })).rejects.toMatchObject({
    whatToDo: expect.stringContaining('nightpost media upload'),
  })
})

it('sends no request whose body would be left out: a post for later would be published at once', async () => {
  await expect(
    callApi('publishDraft', ['id=7'], { dataDir: '', body: '{"scheduledFor":"2031-11-24T09:00:00Z"}' }),
  ).rejects.toMatchObject({ message: 'This operation takes no body.', exitCode: EXIT_CODES.usage })
  expect(server.send).not.toHaveBeenCalledWith('/api/v1/posts/draft/7/publish', expect.anything())
})

/** What is printed on standard output. */
async function printedBy(...asked: Parameters<typeof callApi>): Promise<string> {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  await callApi(...asked)
  return write.mock.calls.map(([text]) => String(text)).join('')
}

it('prints an answer that is no JSON as it came', async () => {
  expect(await printedBy('exportInsights', [], { dataDir: '' })).toBe('metric,value\nreach,7\n')
})

it.each([
  ['an answer', 'editScheduled', ['id=7'], { id: 7 }],
  ['the operations', undefined, [], expect.arrayContaining([expect.objectContaining({ path: '/events' })])],
])('prints %s as one line of JSON for programs', async (_what, operation, given, expected) => {
  const printed = await printedBy(operation, given, { dataDir: '', json: true })
  expect(printed).toMatch(/^[^\n]+\n$/)
  expect(JSON.parse(printed)).toEqual(expected)
})

it('an upload names what is stored, also when a later file cannot be read', async () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const stored = { id: '7', originalFilename: 'a.jpg', mimeType: 'image/jpeg', isValid: true }
  server.send.mockResolvedValue(Response.json(stored))
  const files = [import.meta.filename, `${import.meta.filename}.gone`]
  await expect(uploadFiles(files, { dataDir: '' })).rejects.toThrow('.gone cannot be read.')
  expect(write.mock.calls).toEqual([['7  image/jpeg  a.jpg\n']])
})

it('an upload for programs prints one line of JSON: what is stored, or else why nothing is', async () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const aside = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const stored = { id: '7', originalFilename: 'a.jpg', mimeType: 'image/jpeg', isValid: true }
  server.send.mockImplementation(async () => Response.json(stored))
  const [good, bad] = [import.meta.filename, `${import.meta.filename}.gone`]
  await uploadFiles([good, bad], { dataDir: '', json: true })
  expect(write.mock.calls).toEqual([[`${JSON.stringify([stored])}\n`]])
  expect(String(aside.mock.calls)).toContain('.gone cannot be read.')
  expect(process.exitCode).toBe(EXIT_CODES.failed)
  // The command line prints it as JSON.
  await expect(uploadFiles([bad, good], { dataDir: '', json: true })).rejects.toThrow('.gone cannot be read.')
  expect(write).toHaveBeenCalledOnce()
})

it.each([
  [{ done: 1, pending: 0, refused: 0 }, undefined],
  [{ done: 0, pending: 1, refused: 0 }, EXIT_CODES.later],
  [{ done: 0, pending: 1, refused: 1 }, EXIT_CODES.failed],
])('a change of posts with the outcomes %j ends with %s', async (counts, exitCode) => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  server.send.mockResolvedValue(Response.json({ ...counts, results: [] }))
  await changePostsById('unschedule', ['1'], { dataDir: '' })
  expect(process.exitCode).toBe(exitCode)
})

it.each([{}, { at: '2031-12-02 9:00', nextSlot: true as const }])(
  'a draft is scheduled for one time, not for %j',
  async (when) => {
    await expect(scheduleDraftById('7', { dataDir: '', ...when })).rejects.toMatchObject({
      whatToDo: 'Give either --at TIME or --next-slot.',
    })
    expect(server.send).not.toHaveBeenCalled()
  },
)
