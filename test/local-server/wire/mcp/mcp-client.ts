// The official client of the protocol, in either era, at the server in this process.
import { Client, StreamableHTTPClientTransport, type CallToolResult } from '@modelcontextprotocol/client'
import type { KeyRights } from '../../../../core/api/api-keys.ts'
import type { WiredServer } from '../wired-server.ts'

/** By which a client of each era says how it begins. */
export const ERAS = { 'of 2025': 'legacy', 'of 2026': { pin: '2026-07-28' } } as const
export type Era = keyof typeof ERAS

export async function newKey({ send }: WiredServer, rights: KeyRights): Promise<string> {
  const response = await send('POST', '/api/v1/settings/api-keys', {
    name: `an agent that may ${rights}`,
    rights,
  })
  return ((await response.json()) as { fullKey: string }).fullKey
}

export async function connect(
  { server, origin }: WiredServer,
  key: string,
  era: Era = 'of 2026',
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: ERAS[era] } })
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', origin), {
      requestInit: { headers: { authorization: `Bearer ${key}` } },
      fetch: async (url, init) => server.app.fetch(new Request(url, init)),
    }),
  )
  return client
}

/** What a tool has said, and whether it refused. */
export async function callTool(client: Client, name: string, given: Record<string, unknown> = {}) {
  const { content, isError = false } = (await client.callTool({ name, arguments: given })) as CallToolResult
  const [said] = content
  return { text: said?.type === 'text' ? said.text : '', isError }
}
