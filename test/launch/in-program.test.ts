// What runs before each program, in its process.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'

const IN_PROGRAM = pathToFileURL(join(import.meta.dirname, '../../local-server/launch/in-program.mjs')).href
const execute = promisify(execFile)

async function originOf(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it.each<[Record<string, string>]>([
  [{}],
  [{ NO_PROXY: 'corp.example' }],
  [{ no_proxy: '' }],
  [{ NO_PROXY: '*' }],
  [{ NODE_USE_ENV_PROXY: '', NODE_OPTIONS: '--use-env-proxy' }],
])(
  'a program asks this computer directly, also where Node is told to use the proxy of the network (%j)',
  async (variables) => {
    const passedOn: unknown[] = []
    const proxy = createServer().on('connect', (request, socket) => {
      passedOn.push(request.url)
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
    })
    const own = await originOf(createServer((_request, response) => response.end('the server')))
    const script = `fetch('${own}').then(async (answer) => console.log(await answer.text()), () => {})`
    const env = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: await originOf(proxy), ...variables }
    const args = ['--import', IN_PROGRAM, '--eval', script]
    const { stdout } = await execute(process.execPath, args, { env, encoding: 'utf8', timeout: 20_000 })
    expect({ stdout, passedOn }).toEqual({ stdout: 'the server\n', passedOn: [] })
  },
)
