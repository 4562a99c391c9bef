// The installed package: it starts, does its work, and is small.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { filesBelow, newFolder } from '../process-harness/own-folders.ts'
import { startNode } from '../process-harness/running-program.ts'
import { reachBlock, startBlock, THAT_REACH, THAT_START } from '../local-server/process/agent-blocks.ts'
import { installPackage, packInto } from './installed-package.ts'

const MEGABYTE = 1_000_000

let modules: string
let program: string
let archive: string
beforeAll(async () => {
  ;({ archive, modules, program } = await installPackage())
})

describe('the installed package', () => {
  it('starts a server with its page and publishes the first post', async () => {
    const dataDir = join(newFolder(), 'data')
    const env = { HOME: newFolder() }
    const server = startNode([program, 'start', '--port', '0', '--no-open', '--data-dir', dataDir], { env })
    const [, origin = ''] = await server.printed(/Open {3}(http:\/\/\S+)\/#t=/)
    expect(server.stdout()).toMatch(/✔ Published/)
    expect(await (await fetch(origin)).text()).toContain('<div id="page">')
    const { code, stdout } = await startNode([program, 'key', 'robot', '--data-dir', dataDir], { env }).ended
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^app_live_\w{43}\n$/) })
    server.signal('SIGTERM')
    expect(await server.ended).toMatchObject({ code: 0, stderr: '' })
  })

  it('says how to get the Worker’s runtime, which is not part of it', async () => {
    const { code, stderr } = await startNode([program, 'worker'], { env: { HOME: newFolder() } }).ended
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(
        /is not installed\.\nInstall it beside Nightpost: npm install --global miniflare@/,
      ),
    })
  })

  it('is the same to the byte when it is packed again, and brings the versions that it was tested with', async () => {
    const again = await packInto(newFolder())
    expect(
      createHash('sha256')
        .update(await readFile(again))
        .digest('hex'),
    ).toBe(
      createHash('sha256')
        .update(await readFile(archive))
        .digest('hex'),
    )
    expect(filesBelow(join(modules, 'nightpost'))).toContain('npm-shrinkwrap.json')
    expect(existsSync(join(import.meta.dirname, '../../npm-shrinkwrap.json'))).toBe(false)
  })

  it('takes at most 110 MB', async () => {
    const sizes = await Promise.all(
      filesBelow(modules).map(async (file) => (await stat(join(modules, file))).size),
    )
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(110 * MEGABYTE)
  })
})

describe('a client of agents beside the installed package', () => {
  const dataDir = join(newFolder(), 'data')
  const env = { HOME: newFolder() }
  const run = async (args: readonly string[], more: Record<string, string> = {}) => {
    const { stdout } = await startNode([program, ...args, '--data-dir', dataDir], {
      env: { ...env, ...more },
    }).ended
    return stdout.trim()
  }
  let server: ReturnType<typeof startNode>
  let key: string
  beforeAll(async () => {
    const start = ['start', '--port', '0', '--no-open', '--data-dir', dataDir]
    server = startNode([program, ...start], { env })
    await server.printed(/Open {3}http/)
    key = await run(['key', 'agent', '--rights', 'draft'])
  })
  afterAll(async () => {
    server.signal('SIGTERM')
    expect(await server.ended).toMatchObject({ code: 0 })
  })
  const blockOf = async (client: string, ...flags: string[]) =>
    JSON.parse(await run(['mcp', '--print-config', client, ...flags], { NIGHTPOST_KEY: key }))

  it.each(THAT_START)('%s starts it with what it prints', async (client, servers) => {
    const { [servers]: block } = await blockOf(client)
    expect(block.nightpost.args[0]).toContain(join(modules, 'nightpost'))
    expect(await startBlock(block.nightpost)).toBe('draft')
  })

  it.each(THAT_REACH)('%s reaches it with what it prints', async (client, servers) => {
    const { [servers]: block } = await blockOf(client, '--http')
    expect(await reachBlock(block.nightpost)).toBe('draft')
  })

  it('n8n reaches it with the node that it prints, and the key as its credential', async () => {
    const { nodes } = await blockOf('n8n')
    const headers = { Authorization: `Bearer ${key}` }
    expect(await reachBlock({ url: nodes[0].parameters.endpointUrl, headers })).toBe('draft')
  })
})
