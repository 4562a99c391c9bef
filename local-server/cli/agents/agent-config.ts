// `nightpost mcp --print-config CLIENT`: what a client of agents is configured with, as each of them writes it.
import { delimiter } from 'node:path'
import { isKeyShaped } from '../../../core/features/api-keys/keys.ts'
import type { AgentSettings } from '../../config.ts'
import { DEFAULT_PORT } from '../../config-variables.ts'
import { readRunning } from '../../data-folder/running.ts'
import { programFile } from '../../paths.ts'
import { calledAs } from '../../terminal/called-as.ts'
import type { AgentClient } from './agent-clients.ts'
import { printAside, say } from '../../terminal/say.ts'
import { StartFailure } from '../../terminal/start-failure.ts'

interface Program {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

interface Address {
  readonly url: string
  readonly headers: { readonly Authorization: string }
}

interface Client {
  /** Where the block belongs. */
  readonly place: string
  /** Absent: the client starts no programs. */
  readonly program?: (program: Program) => object
  /** Absent: the client reaches no address of this computer. */
  readonly address?: (address: Address) => object
}

const serversOf = (nightpost: object) => ({ mcpServers: { nightpost } })

const CLIENTS: Readonly<Record<AgentClient, Client>> = {
  'claude-desktop': {
    place: 'claude_desktop_config.json: Settings → Developer → Edit Config. Then restart Claude Desktop.',
    program: serversOf,
  },
  'claude-code': {
    place: '.mcp.json in the folder of your project',
    program: (program) => serversOf({ type: 'stdio', ...program }),
    address: (address) => serversOf({ type: 'http', ...address }),
  },
  cursor: {
    place: '~/.cursor/mcp.json, or .cursor/mcp.json in the folder of your project',
    program: serversOf,
    address: serversOf,
  },
  vscode: {
    place: '.vscode/mcp.json in the folder of your project',
    program: (program) => ({ servers: { nightpost: { type: 'stdio', ...program } } }),
    address: (address) => ({ servers: { nightpost: { type: 'http', ...address } } }),
  },
  n8n: {
    place:
      'your workflow: copy it, and paste it onto the canvas. Then connect it to the tools of an agent, and give it a Bearer Auth credential with the key.',
    // A credential is no part of what n8n lets one paste.
    address: ({ url }) => ({
      nodes: [
        {
          id: 'c0a1d7b2-53fe-4b0e-9d0f-6d2f0f6c1b01',
          name: 'Nightpost',
          type: '@n8n/n8n-nodes-langchain.mcpClientTool',
          typeVersion: 1.1,
          position: [0, 0],
          parameters: { endpointUrl: url, serverTransport: 'httpStreamable', authentication: 'bearerAuth' },
        },
      ],
      connections: {},
    }),
  },
}

const NO_KEY = 'app_live_…'

interface ConfigFlags {
  readonly dataDir: string
  readonly client: AgentClient
  readonly overHttp: boolean
}

/** Throws StartFailure for a way that the client does not know. */
export function printAgentConfig(
  { dataDir, client, overHttp }: ConfigFlags,
  { key, folders }: AgentSettings,
): void {
  const { place, program, address } = CLIENTS[client]
  const knownKey = key !== null && isKeyShaped(key) ? key : null
  const usedKey = knownKey ?? NO_KEY
  if (overHttp || !program) {
    if (!address)
      throw new StartFailure(
        'This client reaches no address of this computer: it starts programs.',
        `Leave out --http: mcp --print-config ${client}`,
      )
    const origin = readRunning(dataDir)?.origin ?? `http://127.0.0.1:${DEFAULT_PORT}`
    const headers = { Authorization: `Bearer ${usedKey}` }
    say(JSON.stringify(address({ url: `${origin}/mcp`, headers }), null, 2))
  } else {
    // Clients start it with few variables and from anywhere: so everything is said, by its whole path.
    const args = [programFile('cli/nightpost'), 'mcp', '--data-dir', dataDir]
    const named = folders.length > 0 && { NIGHTPOST_AGENT_FOLDERS: folders.join(delimiter) }
    const env = { NIGHTPOST_KEY: usedKey, ...named }
    say(JSON.stringify(program({ command: process.execPath, args, env }), null, 2))
  }
  printAside(`It belongs in ${place}\n`)
  if (knownKey !== null) return
  const newKey = `a key that ${calledAs('key', 'my-agent --rights approval')} prints`
  printAside(
    program
      ? `In the place of ${NO_KEY} put ${newKey}, or set NIGHTPOST_KEY to it and print this again.\n`
      : `In the credential put ${newKey}.\n`,
  )
}
