// What `nightpost mcp --print-config` prints, read as each client reads it and tried with the official client of the protocol.
import { beforeAll, describe, expect, it } from 'vitest'
import { newFolder } from '../../process-harness/own-folders.ts'
import { runProgram } from '../../process-harness/running-program.ts'
import { startServer, type ServerProcess } from '../../process-harness/server-process.ts'
import {
  reachBlock,
  startBlock,
  THAT_REACH,
  THAT_START,
  type ReachedBlock,
  type StartedBlock,
} from './agent-blocks.ts'

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

describe('the configuration of a client that starts programs', () => {
  it.each(THAT_START)(
    '%s starts this Nightpost, with the key and the folders',
    async (client, servers, type) => {
      const block = await blockOf(client)
      expect(Object.keys(block)).toEqual([servers])
      const started: StartedBlock = block[servers].nightpost
      expect(started.type).toBe(type)
      expect(started.env).toEqual({ NIGHTPOST_KEY: key, NIGHTPOST_AGENT_FOLDERS: folder })
      expect(await startBlock(started)).toBe('draft')
    },
  )
})

describe('the configuration of a client that reaches an address', () => {
  it.each(THAT_REACH)('%s reaches the running server, with the key', async (client, servers, type) => {
    const block = await blockOf(client, '--http')
    expect(Object.keys(block)).toEqual([servers])
    const reached: ReachedBlock = block[servers].nightpost
    expect(reached).toEqual({
      ...(type !== undefined && { type }),
      url: `${server.origin}/mcp`,
      headers: { Authorization: `Bearer ${key}` },
    })
    expect(await reachBlock(reached)).toBe('draft')
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
    const headers = { Authorization: `Bearer ${key}` }
    expect(await reachBlock({ url: parameters.endpointUrl, headers })).toBe('draft')
  })

  it('Claude Desktop is told to start the program instead', async () => {
    const { code, stdout, stderr } = await print('claude-desktop', ['--http'])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/reaches no address of this computer.*\n.*Leave out --http/)
  })
})

it('without a key it prints where one goes, and says how to get it', async () => {
  const { code, stdout, stderr } = await print('cursor')
  expect(code).toBe(0)
  expect(JSON.parse(stdout).mcpServers.nightpost.env).toEqual({ NIGHTPOST_KEY: 'app_live_…' })
  expect(stderr).toMatch(/^It belongs in ~\/\.cursor\/mcp\.json.*\n.*my-agent --rights approval/)
})

it('without a key it names the credential of n8n, because what it prints there has no place for one', async () => {
  const { stdout, stderr } = await print('n8n')
  expect(stdout).not.toContain('app_live_')
  expect(stderr).toMatch(/\nIn the credential put a key that .* --rights approval prints\.\n$/)
  expect(stderr).not.toContain('app_live_')
})
