// The installed package: it starts, does its work, and is small.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { filesBelow, newFolder } from '../process-harness/own-folders.ts'
import { startNode } from '../process-harness/running-program.ts'
import { callTool, newClient } from '../local-server/wire/mcp/mcp-client.ts'
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

  it('prints the configuration of an agent’s client, which starts it', async () => {
    const dataDir = join(newFolder(), 'data')
    const env = { HOME: newFolder() }
    const server = startNode([program, 'start', '--port', '0', '--no-open', '--data-dir', dataDir], { env })
    await server.printed(/Open {3}http/)
    const { stdout: key } = await startNode([program, 'key', 'agent', '--data-dir', dataDir], { env }).ended
    const print = [program, 'mcp', '--print-config', 'claude-desktop', '--data-dir', dataDir]
    const { stdout } = await startNode(print, { env: { ...env, NIGHTPOST_KEY: key.trim() } }).ended
    const { command, args, env: given } = JSON.parse(stdout).mcpServers.nightpost
    expect(args[0]).toContain(join(modules, 'nightpost'))
    const client = newClient('of 2026')
    onTestFinished(() => client.close())
    await client.connect(new StdioClientTransport({ command, args, env: { ...env, ...given } }))
    expect((await callTool(client, 'list_accounts')).isError).toBe(false)
    server.signal('SIGTERM')
    expect(await server.ended).toMatchObject({ code: 0 })
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
