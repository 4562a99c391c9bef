// The official client of the protocol, in either era, at the server in this process.
import {
  Client,
  StreamableHTTPClientTransport,
  type CallToolResult,
  type ElicitRequestParams,
  type ElicitResult,
} from '@modelcontextprotocol/client'
import type { KeyRights } from '../../../../core/api/access.ts'
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

/** What a client does that is asked to open a page. */
export type OpenPage = (asked: ElicitRequestParams) => Promise<ElicitResult['action']>

/** With `openPage` it says that it opens pages; without, that it asks its user nothing. */
export function newClient(era: Era, openPage?: OpenPage): Client {
  const capabilities = openPage ? { elicitation: { url: {} } } : {}
  const versionNegotiation = { mode: ERAS[era] }
  const client = new Client({ name: 'test', version: '1' }, { capabilities, versionNegotiation })
  if (openPage)
    client.setRequestHandler('elicitation/create', async ({ params }) => ({ action: await openPage(params) }))
  return client
}

export async function connect(
  { server, origin }: WiredServer,
  key: string,
  era: Era = 'of 2026',
  { openPage, host }: { readonly openPage?: OpenPage; readonly host?: string } = {},
): Promise<Client> {
  const client = newClient(era, openPage)
  const headers = { authorization: `Bearer ${key}`, ...(host !== undefined && { host }) }
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', origin), {
      requestInit: { headers },
      fetch: async (url, init) => server.app.fetch(new Request(url, init)),
    }),
  )
  return client
}

export async function aDraft(server: WiredServer, client: Client): Promise<string> {
  const { accounts } = JSON.parse((await callTool(client, 'list_accounts')).text)
  const { id: mediaFileId } = await server.upload()
  const draft = { accountId: accounts[0].accountId, mediaType: 'IMAGE', mediaFileId, caption: 'Good morning' }
  const { text, isError } = await callTool(client, 'save_draft', draft)
  if (isError) throw new Error(text)
  return JSON.parse(text).postId
}

/** What a tool has said, and whether it refused. */
export async function callTool(client: Client, name: string, given: Record<string, unknown> = {}) {
  const { content, isError = false } = (await client.callTool({ name, arguments: given })) as CallToolResult
  const [said] = content
  return { text: said?.type === 'text' ? said.text : '', isError }
}

/** The log of calls of a key, newest first. */
export async function callsOf({ server, get }: WiredServer, fullKey: string): Promise<unknown[]> {
  const { id } = await server.modules.apiKeys.verify(fullKey)
  const { calls } = (await (await get(`/api/settings/api-keys/${id}/calls`)).json()) as {
    calls: readonly { readonly id: number; readonly at: string }[]
  }
  return calls.map(({ id: _id, at: _at, ...call }) => call)
}
