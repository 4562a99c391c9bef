// What a client of agents is configured with, tried as that client would: by the official client of the protocol.
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, onTestFinished } from 'vitest'
import { newFolder } from '../../process-harness/own-folders.ts'
import { callTool, newClient } from '../wire/mcp/mcp-client.ts'

export interface StartedBlock {
  readonly type?: string
  readonly command: string
  readonly args: string[]
  readonly env: Record<string, string>
}

export interface ReachedBlock {
  readonly type?: string
  readonly url: string
  readonly headers: Record<string, string>
}

/** The name of each client, where the block stands in its file, and the type in it. */
type Row = readonly [client: string, servers: string, type: string | undefined]

export const THAT_START: readonly Row[] = [
  ['claude-desktop', 'mcpServers', undefined],
  ['claude-code', 'mcpServers', 'stdio'],
  ['cursor', 'mcpServers', undefined],
  ['vscode', 'servers', 'stdio'],
]

export const THAT_REACH: readonly Row[] = [
  ['claude-code', 'mcpServers', 'http'],
  ['cursor', 'mcpServers', undefined],
  ['vscode', 'servers', 'http'],
]

/** With nothing of this computer's environment but what the block says, as a client that was opened from a menu. */
export const startBlock = ({ command, args, env }: StartedBlock) =>
  askIt(new StdioClientTransport({ command, args, env: { ...env, HOME: newFolder() } }))

export const reachBlock = ({ url, headers }: ReachedBlock) =>
  askIt(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))

/** What the agent may do there. */
async function askIt(transport: StdioClientTransport | StreamableHTTPClientTransport): Promise<unknown> {
  const client = newClient('of 2026')
  onTestFinished(() => client.close())
  await client.connect(transport)
  const answer = await callTool(client, 'list_accounts')
  expect(answer.isError).toBe(false)
  return (JSON.parse(answer.text) as { rights: unknown }).rights
}
