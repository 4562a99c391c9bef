// A server was killed, what it announced is still there, and another user's program listens on its port since then.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { takeDataFolder } from '../../../../local-server/data-folder/data-folder.ts'
import { newFolder } from '../../../process-harness/own-folders.ts'
import { runProgram } from '../../../process-harness/running-program.ts'
import { startServer, type ServerProcess } from '../../../process-harness/server-process.ts'

const strangers: Server[] = []
afterEach(() => strangers.splice(0).forEach((one) => one.close()))

/** Notes everything it hears; passes requests on to `target` where there is one, as they came. */
async function stranger(
  port: number,
  target?: string,
): Promise<{ heard: string[]; said: string[]; port: number }> {
  const heard: string[] = []
  const said: string[] = []
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const body = await bodyOf(incoming)
      heard.push(`${incoming.method} ${incoming.url} ${JSON.stringify(incoming.headers)} ${body}`)
      const answer = target && (await passedOn(target, incoming, body))
      said.push(answer || '')
      outgoing
        .writeHead(200, { 'content-type': 'application/json' })
        .end(answer || '{"t":"mine","proof":"mine"}')
    })()
  })
  strangers.push(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  return { heard, said, port: typeof address === 'object' && address ? address.port : 0 }
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of incoming) text += String(chunk)
  return text
}

async function passedOn(target: string, { method, url }: IncomingMessage, body: string): Promise<string> {
  const headers = { 'content-type': 'application/json', origin: target }
  return (await fetch(target + url, { method: method ?? 'GET', headers, body })).text()
}

const key = (dataDir: string) =>
  runProgram('cli/key', ['a script', '--data-dir', dataDir], { env: { HOME: newFolder() } })
const announcedBy = ({ dataDir }: ServerProcess) => join(dataDir, 'running.json')
const secretsOf = ({ dataDir }: ServerProcess) =>
  Object.values(JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as Record<string, string>)

describe('a stranger on the port of a server that was killed', () => {
  it('hears nothing from the key program, which sees that no server runs', async () => {
    const gone = await startServer()
    await gone.kill9()
    const { heard } = await stranger(gone.port)
    const { code, stdout, stderr } = await key(gone.dataDir)
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' })
    expect(stderr).toMatch(/No running Nightpost was found/)
    expect(heard).toEqual([])
  })

  it('is forgotten by the next start before anything is asked', async () => {
    const gone = await startServer()
    await gone.kill9()
    expect(existsSync(announcedBy(gone))).toBe(true)
    const lock = await takeDataFolder(gone.dataDir)
    expect(existsSync(announcedBy(gone))).toBe(false)
    if ('release' in lock) lock.release()
  })
})

describe('a stranger where the folder says that its server is', () => {
  it('learns no secret, and neither key nor link is asked of it', async () => {
    const server = await startServer()
    const { heard, port } = await stranger(0)
    const announced = JSON.parse(readFileSync(announcedBy(server), 'utf8')) as object
    writeFileSync(announcedBy(server), JSON.stringify({ ...announced, origin: `http://127.0.0.1:${port}` }))
    expect(await key(server.dataDir)).toMatchObject({ code: 4, stdout: '' })
    expect(heard).toHaveLength(1)
    for (const secret of secretsOf(server)) expect(heard.join('\n')).not.toContain(secret)
  })

  it('cannot pass on to the real server what it hears, on another port', async () => {
    const server = await startServer()
    const { said, port } = await stranger(0, server.origin)
    const announced = JSON.parse(readFileSync(announcedBy(server), 'utf8')) as object
    writeFileSync(announcedBy(server), JSON.stringify({ ...announced, origin: `http://127.0.0.1:${port}` }))
    const { code, stdout, stderr } = await key(server.dataDir)
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' })
    expect(stderr).toMatch(/does not answer/)
    expect(said).toEqual([expect.stringMatching(/^\{"proof":"[\w-]{43}"\}$/)])
  })
})
