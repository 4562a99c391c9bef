// A client that can open pages opens the inbox for the person who approves. Whatever it answers, nothing is sent by it.
import { InMemoryTransport, type Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApprovalBody } from '../../../../core/api/approvals.ts'
import { createAgentServer } from '../../../../local-server/http/mcp/agent-server.ts'
import { wireServer, type WiredServer } from '../wired-server.ts'
import { aDraft, callTool, connect, ERAS, newClient, newKey, type Era, type OpenPage } from './mcp-client.ts'

const PROXY = 'https://studio.tail1234.ts.net'

let server: WiredServer
beforeAll(async () => {
  server = await wireServer({ env: { NIGHTPOST_ORIGIN: PROXY } })
})
afterAll(() => server.close())

/** A client of 2025 says what it can once, at the beginning of a connection that lasts. */
async function connectLasting(key: string, openPage: OpenPage): Promise<Client> {
  const [near, far] = InMemoryTransport.createLinkedPair()
  const { app } = server.server
  await createAgentServer({
    call: async (path, init = {}) => {
      const headers = new Headers(init.headers)
      headers.set('authorization', `Bearer ${key}`)
      return app.fetch(new Request(server.origin + path, { ...init, headers }))
    },
    folders: [],
    origin: () => server.origin,
  }).connect(far)
  const client = newClient('of 2025', openPage)
  await client.connect(near)
  return client
}

const connectTo: Record<Era, (key: string, openPage: OpenPage) => Promise<Client>> = {
  'of 2025': connectLasting,
  'of 2026': (key, openPage) => connect(server, key, 'of 2026', { openPage }),
}

async function waitingFor(postId: string): Promise<ApprovalBody[]> {
  const { approvals } = (await (await server.get('/api/v1/approvals')).json()) as {
    approvals: ApprovalBody[]
  }
  return approvals.filter((approval) => approval.postId === postId)
}

async function approve(postId: string): Promise<void> {
  for (const { id, contentHash } of await waitingFor(postId))
    await server.send('POST', `/api/approvals/${id}/approve`, { contentHash })
}

async function statusOf(postId: string): Promise<string> {
  await server.publishDue()
  return ((await (await server.get(`/api/v1/posts/${postId}`)).json()) as { status: string }).status
}

const ask = (client: Client, postId: string) =>
  callTool(client, 'publish_draft', { postId, idempotencyKey: postId })

describe.each(Object.keys(ERAS) as Era[])('the inbox, with a client %s that opens pages', (era) => {
  it('is opened once, by an address that signs nobody in', async () => {
    const pages: unknown[] = []
    const client = await connectTo[era](await newKey(server, 'approval'), async (page) => {
      pages.push(page)
      return 'accept'
    })
    await ask(client, await aDraft(server, client))
    expect(pages).toEqual([
      expect.objectContaining({
        mode: 'url',
        url: `${server.origin}/inbox`,
        message: expect.stringContaining('approve or decline'),
      }),
    ])
  })

  it.each([
    ['accept', 'Your client says that it opened that page.'],
    ['decline', 'That page was not opened.'],
    ['cancel', 'That page was not opened.'],
  ] as const)('sends nothing when the client answers %s at once', async (answer, told) => {
    const client = await connectTo[era](await newKey(server, 'approval'), async () => answer)
    const postId = await aDraft(server, client)
    const { text, isError } = await ask(client, postId)
    expect({ text, isError }).toEqual({
      isError: false,
      text: expect.stringMatching(/^Nothing was sent\. It waits for a person/),
    })
    expect(text).toContain(told)
    expect(await statusOf(postId)).toBe('DRAFT')
    expect(await waitingFor(postId)).toHaveLength(1)
  })

  it('leaves the request to the person when the client fails to open it', async () => {
    const client = await connectTo[era](await newKey(server, 'approval'), () =>
      Promise.reject(new Error('no browser here')),
    )
    const postId = await aDraft(server, client)
    // A client of 2026 asks itself, and knows.
    const told = await ask(client, postId).catch(() => null)
    expect(told?.isError ?? false).toBe(false)
    expect(await waitingFor(postId)).toHaveLength(1)
  })

  it('tells of a post that the person has approved meanwhile, and asks for nothing more', async () => {
    let postId = ''
    const client = await connectTo[era](await newKey(server, 'approval'), async () => {
      await approve(postId)
      return 'accept'
    })
    postId = await aDraft(server, client)
    const { text } = await ask(client, postId)
    expect(text).toMatch(/^It does not wait for a person any more\. .*\n.*"status":"QUEUED"/)
    expect(await waitingFor(postId)).toEqual([])
    expect(await statusOf(postId)).toBe('PUBLISHED')
  })

  it('is not opened for a key that may send or that may not even ask', async () => {
    const open: OpenPage = () => Promise.reject(new Error('asked'))
    const full = await connectTo[era](await newKey(server, 'full'), open)
    const postId = await aDraft(server, full)
    const drafting = await connectTo[era](await newKey(server, 'draft'), open)
    expect(await ask(drafting, postId)).toMatchObject({ isError: true })
    expect(await ask(full, postId)).toMatchObject({ isError: false })
  })
})

describe('the inbox', () => {
  it('is opened at the address of the proxy for a client that came through it', async () => {
    const urls: unknown[] = []
    const client = await connect(server, await newKey(server, 'approval'), 'of 2026', {
      host: new URL(PROXY).host,
      openPage: async (page) => {
        urls.push('url' in page && page.url)
        return 'accept'
      },
    })
    await ask(client, await aDraft(server, client))
    expect(urls).toEqual([`${PROXY}/inbox`])
  })

  it('is only named to a client of 2025 that comes over HTTP: no connection lasts there', async () => {
    const key = await newKey(server, 'approval')
    const openPage: OpenPage = () => Promise.reject(new Error('asked'))
    const client = await connect(server, key, 'of 2025', { openPage })
    const { text, isError } = await ask(client, await aDraft(server, client))
    expect({ text, isError }).toEqual({
      isError: false,
      text: expect.stringMatching(/^Nothing was sent\..* ends the request\.\n/),
    })
  })
})
