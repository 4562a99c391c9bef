// What `nightpost mcp --print-config` prints, read as each client reads it and tried with the official client of the protocol.
import { StreamableHTTPClientTransport, type Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { newFolder } from '../../process-harness/own-folders.ts'
import { runProgram } from '../../process-harness/running-program.ts'
import { startServer, type ServerProcess } from '../../process-harness/server-process.ts'
import { callTool, newClient } from '../wire/mcp/mcp-client.ts'

interface Started {
  readonly type?: string
  readonly command: string
  readonly args: string[]
  readonly env: Record<string, string>
}

interface Reached {
  readonly type?: string
  readonly url: string
  readonly headers: Record<string, string>
}

let server: ServerProcess
let key: string
const folder = newFolder()
beforeAll(async () => {
  server = await startServer()
  const args = ['an agent', '--rights', 'draft', '--data-dir', server.dataDir]
  key = (await runProgram('cli/key', args, { env: { HOME: newFolder() } })).stdout.trim()
})

const print = (client: string, flags: readonly string[] = [], env: Record<string, string> = {}) =>
  runProgram('cli/nightpost', ['mcp', '--print-config', client, ...flags, '--data-dir', server.dataDir], {
    env: { HOME: newFolder(), ...env },
  })

async function blockOf(client: string, ...flags: string[]) {
  const env = { NIGHTPOST_KEY: key, NIGHTPOST_AGENT_FOLDERS: folder }
  const { code, stdout } = await print(client, flags, env)
  expect(code).toBe(0)
  return JSON.parse(stdout)
}

async function tryIt(transport: StdioClientTransport | StreamableHTTPClientTransport): Promise<void> {
  const client: Client = newClient('of 2026')
  onTestFinished(() => client.close())
  await client.connect(transport)
  expect(JSON.parse((await callTool(client, 'list_accounts')).text)).toMatchObject({ rights: 'draft' })
}

/** With nothing of this computer's environment but what the block says, as a client that was opened from a menu. */
const start = ({ command, args, env }: Started) =>
  tryIt(new StdioClientTransport({ command, args, env: { ...env, HOME: newFolder() } }))

const reach = ({ url, headers }: Reached) =>
  tryIt(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))

describe('the configuration of a client that starts programs', () => {
  it.each([
    ['claude-desktop', 'mcpServers', undefined],
    ['claude-code', 'mcpServers', 'stdio'],
    ['cursor', 'mcpServers', undefined],
    ['vscode', 'servers', 'stdio'],
  ])('%s starts this Nightpost, with the key and the folders', async (client, servers, type) => {
    const block = await blockOf(client)
    expect(Object.keys(block)).toEqual([servers])
    const started: Started = block[servers].nightpost
    expect(started.type).toBe(type)
    expect(started.env).toEqual({ NIGHTPOST_KEY: key, NIGHTPOST_AGENT_FOLDERS: folder })
    await start(started)
  })
})

describe('the configuration of a client that reaches an address', () => {
  it.each([
    ['claude-code', 'mcpServers', 'http'],
    ['cursor', 'mcpServers', undefined],
    ['vscode', 'servers', 'http'],
  ])('%s reaches the running server, with the key', async (client, servers, type) => {
    const block = await blockOf(client, '--http')
    expect(Object.keys(block)).toEqual([servers])
    const reached: Reached = block[servers].nightpost
    expect(reached).toEqual({
      ...(type !== undefined && { type }),
      url: `${server.origin}/mcp`,
      headers: { Authorization: `Bearer ${key}` },
    })
    await reach(reached)
  })

  it('n8n is given a node for its canvas, whose credential is the key', async () => {
    const { nodes, connections } = await blockOf('n8n')
    expect({ nodes, connections }).toMatchObject({
      nodes: [{ type: '@n8n/n8n-nodes-langchain.mcpClientTool', typeVersion: 1.1 }],
      connections: {},
    })
    const { parameters } = nodes[0]
    expect(parameters).toEqual({
      endpointUrl: `${server.origin}/mcp`,
      serverTransport: 'httpStreamable',
      authentication: 'bearerAuth',
    })
    expect(JSON.stringify(nodes)).not.toContain(key)
    await reach({ url: parameters.endpointUrl, headers: { Authorization: `Bearer ${key}` } })
  })

  it('Claude Desktop is told to start the program instead', async () => {
    const { code, stdout, stderr } = await print('claude-desktop', ['--http'])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/reaches no address of this computer.*\n.*Leave --http away/)
  })
})

it('without a key it prints where one goes, and says how to get it', async () => {
  const { code, stdout, stderr } = await print('cursor')
  expect(code).toBe(0)
  expect(JSON.parse(stdout).mcpServers.nightpost.env).toEqual({ NIGHTPOST_KEY: 'app_live_…' })
  expect(stderr).toMatch(/^It belongs into ~\/\.cursor\/mcp\.json.*\n.*my-agent --rights approval/)
})
