// How the commands ask the server.
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { MINUTE } from '../../../core/time.ts'
import { ask, expectedFields, uploadFile } from '../../../local-server/cli/calls.ts'
import type { Send } from '../../../local-server/cli/session.ts'
import { EXIT_CODES } from '../../../local-server/terminal/exit-codes.ts'
import { newFolder } from '../../process-harness/own-folders.ts'

it.each(['clip.mp4', 'clip.MOV', 'clip.webm', 'clip.3gp', 'clip.3g2'])(
  'takes %s for a video before it is uploaded, so that what only reels have is not refused',
  (file) => {
    expect(expectedFields([file]).mediaType).toBe('REELS')
  },
)

describe('a request of a command', () => {
  it('outlasts what the server does before it answers, such as an upload to the bucket', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    let signal: AbortSignal | null | undefined
    const send: Send = async (_path, init) => {
      signal = init?.signal
      return Response.json({ postId: '1' })
    }
    expect(await ask(send, '/schedule', { json: {} })).toEqual({ postId: '1' })
    expect(timeout).toHaveBeenCalledExactlyOnceWith(5 * MINUTE)
    expect(signal).toBe(timeout.mock.results[0]?.value)
    timeout.mockRestore()
  })

  it('that is refused names the page of the guide, at the server that refused it', async () => {
    const refusing = createServer((_request, response) => {
      response.writeHead(502, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify({ error: 'The cloud Worker cannot be reached.', code: 'WORKER_UNREACHABLE' }),
      )
    }).listen(0, '127.0.0.1')
    onTestFinished(() => refusing.close().closeAllConnections())
    await once(refusing, 'listening')
    const origin = `http://127.0.0.1:${(refusing.address() as AddressInfo).port}`
    await expect(ask((path, init) => fetch(origin + path, init), '/schedule')).rejects.toMatchObject({
      code: 'WORKER_UNREACHABLE',
      whatToDo: `WORKER_UNREACHABLE (502)\nHelp: ${origin}/help/trouble#the-worker-does-not-answer-or-has-other-keys`,
    })
  })

  it.each([
    ['INVALID_STATUS', 400, EXIT_CODES.refused],
    ['WORKER_UNREACHABLE', 502, EXIT_CODES.failed],
    ['INTERNAL_ERROR', 500, EXIT_CODES.failed],
  ])('that ends with %s (%i) ends as refused only where it was', async (code, status, exitCode) => {
    const send: Send = async () => Response.json({ error: 'No.', code }, { status })
    await expect(ask(send, '/schedule/1', { method: 'DELETE' })).rejects.toMatchObject({ code, exitCode })
  })

  const silent: Send = async () => {
    throw new DOMException('The operation was aborted due to timeout', 'TimeoutError')
  }
  const cutOff: Send = async () => new Response('{"postId":')

  it.each([
    ['without an answer', silent],
    ['whose answer is cut off', cutOff],
  ])(
    '%s says that nobody knows whether it was done, not by the exit code after which scripts try again',
    async (_name, send) => {
      for (const init of [{ json: {} }, { method: 'DELETE' }])
        await expect(ask(send, '/schedule/1', init)).rejects.toMatchObject({
          name: 'StartFailure',
          message: expect.stringContaining('not known'),
          whatToDo: expect.stringContaining('before you repeat it'),
          exitCode: EXIT_CODES.failed,
        })
      for (const asked of [ask(send, '/schedule'), ask(send, '/posts/validate', { json: {} })])
        await expect(asked).rejects.toMatchObject({
          message: 'Nightpost gave no answer.',
          exitCode: EXIT_CODES.noServer,
        })
    },
  )
})

it('an upload says so when what it sends cannot be read', async () => {
  const server = createServer((incoming) => incoming.on('error', () => {}).resume()).listen(0, '127.0.0.1')
  onTestFinished(() => server.close().closeAllConnections())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const send: Send = (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init)
  // A folder can be opened like a file, and a file can change while it is sent: only reading shows both.
  await expect(uploadFile(send, newFolder())).rejects.toMatchObject({
    name: 'StartFailure',
    message: expect.stringContaining('could not be read'),
  })
})

it('an upload that is refused on its way leaves the line of its progress to what is said of it', async () => {
  const file = join(newFolder(), 'clip.mp4')
  writeFileSync(file, new Uint8Array(300_000))
  const written: string[] = []
  const stderr = { isTTY: true, columns: 80, write: (text: string) => written.push(text) > 0 }
  vi.stubGlobal('process', Object.create(process, { stderr: { value: stderr } }))
  onTestFinished(() => void vi.unstubAllGlobals())
  const send: Send = async (_path, init) => {
    const form = init?.body instanceof FormData ? init.body.get('file') : null
    if (form instanceof File) await form.stream().getReader().read()
    return Response.json({ error: 'It is too large.', code: 'FILE_TOO_LARGE' }, { status: 413 })
  }
  await expect(uploadFile(send, file)).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' })
  expect(written).toEqual([expect.stringContaining('clip.mp4'), '\r\u001B[K'])
})
