// What a command says when the server ends between two of its steps.
import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { webCryptoRandom } from '../../../core/random.ts'
import { reachServer, readAnswer, workSignedIn } from '../../../local-server/cli/session.ts'
import { takeDataFolder } from '../../../local-server/data-folder/data-folder.ts'
import { loadSecrets } from '../../../local-server/data-folder/secrets.ts'
import { EXIT_CODES } from '../../../local-server/terminal/exit-codes.ts'
import { newFolder } from '../../process-harness/own-folders.ts'

const found = { origin: '', launchToken: 'token' }

let server: Server | undefined
afterEach(() => server?.close())

/** Lets the command sign in; what comes after that is answered by `answer`, or not at all. */
async function serve(answer?: { readonly status: number; readonly body: string; readonly isCut?: true }) {
  server = createServer((request, response) => {
    if (request.url === '/api/auth/session') response.writeHead(204, { 'set-cookie': 'session=1' }).end()
    else if (answer === undefined) request.socket.destroy()
    else {
      response.writeHead(answer.status, { 'content-length': answer.body.length + (answer.isCut ? 1 : 0) })
      response.write(answer.body, () => (answer.isCut ? request.socket.destroy() : response.end()))
    }
  })
  await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening))
  found.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const read = () => workSignedIn('/data', found, (send) => readAnswer(send, '/api/v1/health'))

it('a server that is gone before the command signs in is called that', async () => {
  found.origin = 'http://127.0.0.1:9'
  await expect(read()).rejects.toMatchObject(ENDED)
})

it.each([
  ['ends before it answers', undefined],
  ['ends in the middle of its answer', { status: 200, body: '{"status":', isCut: true }],
] as const)('a server that %s is called that', async (_what, answer) => {
  await serve(answer)
  await expect(read()).rejects.toMatchObject(ENDED)
})

const ENDED = {
  name: 'StartFailure',
  message: 'The Nightpost running on /data gave no answer; it may have just ended.',
}

it('a server that refuses is quoted', async () => {
  await serve({ status: 503, body: JSON.stringify({ error: 'The database cannot be reached.', code: 'X' }) })
  await expect(read()).rejects.toMatchObject({
    name: 'StartFailure',
    message: 'The database cannot be reached.',
  })
})

it('a server that an update has left in its version is called another one, whatever its answer lacks', async () => {
  await serve({ status: 200, body: '{"status":"ok"}' })
  const Health = z.object({ status: z.string(), problems: z.array(z.string()) })
  const parsed = workSignedIn('/data', found, async (send) => Health.parse(await readAnswer(send, '/health')))
  await expect(parsed).rejects.toMatchObject({
    name: 'StartFailure',
    message: expect.stringMatching(/^The Nightpost running on \/data .*: it may be another version\.$/),
    whatToDo: expect.stringMatching(/^Restart it\./),
  })
})

it('any other error of a command stays what it is', async () => {
  await serve({ status: 200, body: '{}' })
  const own = new TypeError('not a function')
  await expect(workSignedIn('/data', found, () => Promise.reject(own))).rejects.toBe(own)
})

it('a server that hangs is named by its process, because no command can stop it', async () => {
  const dataDir = newFolder()
  loadSecrets(dataDir, webCryptoRandom)
  const folder = await takeDataFolder(dataDir)
  if ('runningAt' in folder) return expect.unreachable()
  onTestFinished(() => folder.release())
  const running = { origin: 'http://127.0.0.1:9', pid: 4711, life: '1', asService: false }
  writeFileSync(join(dataDir, 'running.json'), JSON.stringify(running))
  await expect(reachServer(dataDir)).rejects.toMatchObject({
    whatToDo: 'Try again in a moment, or restart it: end its process (4711), then start it.',
    exitCode: EXIT_CODES.noServer,
  })
})
