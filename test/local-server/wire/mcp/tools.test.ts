// What an agent can do, through the official client, against the whole server in this process.
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { KeyRights } from '../../../../core/api/access.ts'
import { wireServer, type WiredServer } from '../wired-server.ts'
import { aDraft, callsOf, callTool, connect, ERAS, newKey, type Era } from './mcp-client.ts'

let server: WiredServer
beforeAll(async () => {
  server = await wireServer()
})
afterAll(() => server.close())

const CHARACTERS_PER_TOKEN = 3.5
const eras = Object.keys(ERAS) as Era[]

describe.each(eras)('an agent with a client %s', (era) => {
  it('finds at most fifteen tools, described within 6,000 tokens', async () => {
    const { tools } = await (await connect(server, await newKey(server, 'read'), era)).listTools()
    expect(tools.length).toBeLessThanOrEqual(15)
    expect(JSON.stringify({ tools }).length / CHARACTERS_PER_TOKEN).toBeLessThan(6_000)
  })

  it('writes a draft, schedules it once however often it says so, and cancels it', async () => {
    const client = await connect(server, await newKey(server, 'full'), era)
    const postId = await aDraft(server, client)
    const given = { postId, scheduledFor: '2031-04-20T14:00:00+02:00', idempotencyKey: 'once' }
    const first = await callTool(client, 'schedule_draft', given)
    expect(first).toMatchObject({ isError: false, text: expect.stringContaining('2031-04-20T12:00:00.000Z') })
    expect(await callTool(client, 'schedule_draft', given)).toEqual(first)
    expect(await callTool(client, 'cancel_scheduled', { postId })).toMatchObject({ isError: false })
    const postIds = [postId]
    expect(await callTool(client, 'cancel_scheduled', { postIds })).toMatchObject({ isError: false })
    expect(JSON.parse((await callTool(client, 'get_post', { postId })).text)).toMatchObject({
      status: 'DRAFT',
    })
  })

  it('is told what a person has to do when its key may only ask', async () => {
    const client = await connect(server, await newKey(server, 'approval'), era)
    const postId = await aDraft(server, client)
    const asked = await callTool(client, 'publish_draft', { postId, idempotencyKey: 'once' })
    expect(asked).toMatchObject({
      isError: false,
      text: expect.stringMatching(/^Nothing was sent\. It waits for a person/),
    })
    expect(await waitingPosts()).toContain(postId)
    expect(await statusOf(postId)).toBe('DRAFT')
  })

  it('leaves a line in the log of its key for each request that its tools make', async () => {
    const key = await newKey(server, 'approval')
    const client = await connect(server, key, era)
    const postId = await aDraft(server, client)
    await callTool(client, 'publish_draft', { postId, idempotencyKey: 'once' })
    expect(await callsOf(server, key)).toEqual([
      { tool: 'publish_draft', method: 'POST', route: '/approvals', status: 201, postId },
      { tool: 'publish_draft', method: 'GET', route: '/auth/me', status: 200, postId: null },
      { tool: 'save_draft', method: 'POST', route: '/posts/draft', status: 201, postId },
      { tool: 'list_accounts', method: 'GET', route: '/auth/me', status: 200, postId: null },
    ])
  })

  it('reads what was counted: of a post without the rows behind it, compared, and by the hour', async () => {
    const client = await connect(server, await newKey(server, 'full'), era)
    const postId = await aDraft(server, client)
    await callTool(client, 'publish_draft', { postId, idempotencyKey: 'once' })
    await server.publishDue()
    const { accounts } = JSON.parse((await callTool(client, 'list_accounts')).text)
    const { accountId } = accounts[0]
    const ask = async (given: Record<string, unknown>) => {
      const { text, isError } = await callTool(client, 'get_insights', given)
      return isError ? text : JSON.parse(text)
    }
    const ofPost = await ask({ postId })
    expect(ofPost).toMatchObject({ post: { postId, kind: 'IMAGE' }, accountId })
    expect(ofPost).not.toHaveProperty('rows')
    expect(await ask({ accountId, by: 'kind', metric: 'views' })).toMatchObject({
      metric: 'views',
      by: 'kind',
    })
    expect(await ask({ accountId, by: 'best-times' })).toMatchObject({ needed: 5 })
    expect(await ask({})).toContain('accountId: is required.')
  })

  it('sees a picture of the library, with what is known of it', async () => {
    const key = await newKey(server, 'read')
    const client = await connect(server, key, era)
    const { id: mediaFileId } = await server.upload()
    const { content } = await client.callTool({ name: 'look_at_media', arguments: { mediaFileId } })
    const [facts, picture] = content
    expect(facts).toMatchObject({ type: 'text', text: expect.stringContaining(mediaFileId) })
    const data = picture?.type === 'image' ? Buffer.from(picture.data, 'base64') : ''
    const { format, width } = await sharp(data).metadata()
    expect(picture).toMatchObject({ mimeType: `image/${format}` })
    expect(width).toBeGreaterThan(0)
    expect(await callsOf(server, key)).toContainEqual(
      expect.objectContaining({ tool: 'look_at_media', route: '/media/{id}', status: 200 }),
    )
  })

  it('is told when there is no such picture', async () => {
    const client = await connect(server, await newKey(server, 'read'), era)
    const mediaFileId = crypto.randomUUID()
    expect(await callTool(client, 'look_at_media', { mediaFileId })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/NOT_FOUND/),
    })
  })

  it('publishes a draft with a key that may', async () => {
    const client = await connect(server, await newKey(server, 'full'), era)
    const postId = await aDraft(server, client)
    await callTool(client, 'publish_draft', { postId, idempotencyKey: 'once' })
    await server.publishDue()
    expect(JSON.parse((await callTool(client, 'get_post', { postId })).text)).toMatchObject({
      status: 'PUBLISHED',
    })
  })
})

const JSON_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
}
const LIST_TOOLS = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })

describe('the tools', () => {
  it('say how long to wait when scripts with the same key have asked too often', async () => {
    const limited = await wireServer({ env: { RATE_LIMIT_RPM: '4' } })
    const key = await newKey(limited, 'read')
    const me = new Request(`${limited.origin}/api/v1/auth/me`, {
      headers: { authorization: `Bearer ${key}` },
    })
    for (let count = 0; count < 4; count += 1) await limited.server.app.fetch(me)
    expect(await callTool(await connect(limited, key), 'list_accounts')).toEqual({
      isError: true,
      text: expect.stringMatching(/Wait retryAfter seconds.*\(RATE_LIMITED, retryAfter: \d+\)$/),
    })
    await limited.close()
  })

  it.each(['read', 'draft', 'approval'] satisfies KeyRights[])(
    'send nothing with a key of the right %s, whatever a model fills in',
    async (rights) => {
      const postId = await aDraft(server, await connect(server, await newKey(server, 'full')))
      const client = await connect(server, await newKey(server, rights))
      const everything = {
        postId,
        scheduledFor: '2031-04-20T14:00:00Z',
        idempotencyKey: crypto.randomUUID(),
        confirmed: true,
        approved: true,
        rights: 'full',
        keyId: '',
        status: 'QUEUED',
        force: true,
      }
      for (const { name } of (await client.listTools()).tools)
        for (const id of [postId, `${postId}/publish`, `../posts/draft/${postId}/publish?`])
          await callTool(client, name, { ...everything, postId: id })
      await server.publishDue()
      expect(await statusOf(postId)).toBe('DRAFT')
    },
  )

  it('say which of them send, and which takes back what was to be sent', async () => {
    const { tools } = await (await connect(server, await newKey(server, 'read'))).listTools()
    const namesOf = (some: typeof tools) => some.map(({ name }) => name)
    const sending = tools.filter(({ annotations }) => annotations?.openWorldHint)
    expect(namesOf(sending)).toEqual(['publish_draft', 'schedule_draft', 'change_scheduled'])
    // Clients ask their user before these.
    const destructive = tools.filter(({ annotations }) => annotations?.destructiveHint)
    expect(namesOf(destructive)).toEqual([...namesOf(sending), 'cancel_scheduled'])
    // A change can be repeated as it is.
    for (const { name, inputSchema } of sending)
      if (name !== 'change_scheduled') expect(inputSchema.required).toContain('idempotencyKey')
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint).length).toBe(9)
  })

  it('refuse in the words of the contract', async () => {
    const client = await connect(server, await newKey(server, 'draft'))
    const { text, isError } = await callTool(client, 'save_draft', { caption: 'without an account' })
    expect({ text, isError }).toEqual({ text: 'accountId: is required. (VALIDATION_ERROR)', isError: true })
    const refused = await callTool(client, 'publish_draft', {
      postId: crypto.randomUUID(),
      idempotencyKey: 'a',
    })
    expect(refused).toEqual({
      isError: true,
      text: expect.stringMatching(/^This key may read, upload and write drafts/),
    })
  })

  it('name the arguments that they have left out', async () => {
    const client = await connect(server, await newKey(server, 'draft'))
    const postId = await aDraft(server, client)
    const given = { postId, caption: 'Soup', scheduledFor: '2031-04-20T14:00:00Z', captoin: 'Soup' }
    const { text, isError } = await callTool(client, 'save_draft', given)
    expect({ text, isError }).toEqual({
      isError: false,
      text: expect.stringMatching(/^Left out: scheduledFor, captoin\. .*\n\{.*"caption":"Soup"/),
    })
  })

  it('publish nothing at once that was given a time', async () => {
    const client = await connect(server, await newKey(server, 'full'))
    const postId = await aDraft(server, client)
    const given = { postId, scheduledFor: '2031-04-20T14:00:00Z', idempotencyKey: 'later' }
    expect(await callTool(client, 'publish_draft', given)).toEqual({
      isError: true,
      text: expect.stringContaining('For a time, call schedule_draft.'),
    })
    expect((await callTool(client, 'get_post', { postId })).text).toContain('"status":"DRAFT"')
  })

  it('say which key a repeated call can have, whatever characters a model fills in', async () => {
    const client = await connect(server, await newKey(server, 'full'))
    const said = ['予約', 'two words', 'a\nb'].map(async (idempotencyKey) =>
      callTool(client, 'publish_draft', { postId: crypto.randomUUID(), idempotencyKey }),
    )
    for (const answer of await Promise.all(said))
      expect(answer).toEqual({
        isError: true,
        text: expect.stringMatching(/^Idempotency-Key must have 1 to 255 visible ASCII characters/),
      })
  })

  it('tell a free time from a taken one as they are described', async () => {
    const client = await connect(server, await newKey(server, 'full'))
    const { accounts } = JSON.parse((await callTool(client, 'list_accounts')).text) as {
      accounts: [{ accountId: string }]
    }
    const [{ accountId }] = accounts
    const plan = { timezone: 'UTC', weekly: { monday: ['09:00'] } }
    expect((await server.send('PUT', `/api/v1/accounts/${accountId}/slots`, plan)).status).toBe(200)
    const listed = async () =>
      (
        JSON.parse((await callTool(client, 'list_free_times', { accountId })).text) as {
          upcoming: { scheduledFor: string; postId?: string | null }[]
        }
      ).upcoming
    const postId = await aDraft(server, client)
    const [{ scheduledFor } = { scheduledFor: '' }] = await listed()
    await callTool(client, 'schedule_draft', { postId, scheduledFor, idempotencyKey: 'slot' })
    const [taken, free] = await listed()
    expect(taken).toEqual({ scheduledFor, postId })
    expect(free).toEqual({ scheduledFor: expect.any(String) })
    const tool = (await client.listTools()).tools.find(({ name }) => name === 'list_free_times')
    expect(tool?.description).toContain('without a postId is free')
  })

  it('list what waits for a person and the problems of a post', async () => {
    const client = await connect(server, await newKey(server, 'read'))
    expect((await callTool(client, 'list_attention')).text).toContain('"entries":[')
    expect(
      JSON.parse((await callTool(client, 'validate_post', { caption: 'only this' })).text),
    ).toMatchObject({
      valid: false,
    })
  })
})

describe('the address of agents', () => {
  const ask = (headers: Record<string, string>, body = '{}') =>
    server.server.app.fetch(new Request(`${server.origin}/mcp`, { method: 'POST', headers, body }))

  it('answers neither without a key, nor to a page, nor to a stranger with one', async () => {
    const authorization = `Bearer ${await newKey(server, 'full')}`
    const statuses = [
      {},
      { authorization: 'Bearer x' },
      { authorization, origin: 'https://stranger.example' },
    ].map(async (headers) => (await ask(headers as Record<string, string>)).status)
    expect(await Promise.all(statuses)).toEqual([401, 401, 401])
    const cookie = (await server.get('/api/v1/auth/me')).ok
    expect({ cookie, mcp: (await server.send('POST', '/mcp', {})).status }).toEqual({
      cookie: true,
      mcp: 401,
    })
  })

  it('refuses a key that asks more often than it may', async () => {
    const limited = await wireServer({ env: { RATE_LIMIT_RPM: '3' } })
    const authorization = `Bearer ${await newKey(limited, 'draft')}`
    const statuses: number[] = []
    for (let count = 0; count < 4; count += 1) {
      const init = { method: 'POST', headers: { authorization, ...JSON_HEADERS }, body: LIST_TOOLS }
      statuses.push((await limited.server.app.fetch(new Request(`${limited.origin}/mcp`, init))).status)
    }
    await limited.close()
    expect(statuses).toEqual([200, 200, 200, 429])
  })

  it('says how often its key may still ask', async () => {
    const authorization = `Bearer ${await newKey(server, 'read')}`
    const { status, headers } = await ask({ authorization, ...JSON_HEADERS }, LIST_TOOLS)
    const limits = [...headers.keys()].filter((name) => name.startsWith('ratelimit-'))
    expect({ status, limits }).toEqual({
      status: 200,
      limits: ['ratelimit-limit', 'ratelimit-policy', 'ratelimit-remaining', 'ratelimit-reset'],
    })
  })

  it('takes no more than the text of a post: files come by their path', async () => {
    const authorization = `Bearer ${await newKey(server, 'full')}`
    const answer = await ask({ authorization }, `{"caption":"${'a'.repeat(1024 * 1024)}"}`)
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { error: 'The body is larger than 1 MB.', code: 'VALIDATION_ERROR' },
    ])
  })
})

async function statusOf(postId: string): Promise<string> {
  return ((await (await server.get(`/api/v1/posts/${postId}`)).json()) as { status: string }).status
}

async function waitingPosts(): Promise<string[]> {
  const { approvals } = (await (await server.get('/api/v1/approvals')).json()) as {
    approvals: { postId: string }[]
  }
  return approvals.map(({ postId }) => postId)
}
