// What an agent can look at, and what a person may begin with.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import sharp from 'sharp'
import { wireServer, type WiredServer } from '../wired-server.ts'
import { connect, ERAS, newKey, type Era } from './mcp-client.ts'

let server: WiredServer
beforeAll(async () => {
  server = await wireServer()
})
afterAll(() => server.close())

describe.each(Object.keys(ERAS) as Era[])('a client %s', (era) => {
  it('looks at a picture of the library', async () => {
    const client = await connect(server, await newKey(server, 'read'), era)
    const { id } = await server.upload()
    const uri = `nightpost://media/${id}`
    expect((await client.listResources()).resources.map((each) => each.uri)).toContain(uri)
    const [content] = (await client.readResource({ uri })).contents
    const picture = content !== undefined && 'blob' in content ? Buffer.from(content.blob, 'base64') : null
    expect(await sharp(picture ?? '').metadata()).toMatchObject({
      format: content?.mimeType?.replace('image/', ''),
    })
  })

  it('reads a post', async () => {
    const client = await connect(server, await newKey(server, 'read'), era)
    const { accounts } = (await (await server.get('/api/v1/auth/me')).json()) as {
      accounts: { id: string }[]
    }
    // Cut in the middle of an emoji, a name is no Unicode, and some clients refuse the whole list.
    const caption = `Good night.${'🌙'.repeat(30)}`
    const draft = { accountId: accounts[0]?.id, mediaType: 'IMAGE', caption }
    const { id } = (await (await server.send('POST', '/api/v1/posts/draft', draft)).json()) as { id: string }
    const [content] = (await client.readResource({ uri: `nightpost://posts/${id}` })).contents
    expect(content).toMatchObject({ text: expect.stringContaining('Good night.') })
    const { resources } = await client.listResources()
    for (const { name } of resources) expect(name).toSatisfy((text: string) => text.isWellFormed())
    // What a person chooses by: clients show the title where there is one.
    expect(resources.map(({ title }) => title)).toEqual(resources.map(({ name }) => name))
  })

  it('is promised no news of lists, because none is ever sent', async () => {
    const client = await connect(server, await newKey(server, 'read'), era)
    const { tools, resources, prompts } = client.getServerCapabilities() ?? {}
    expect([tools, resources, prompts]).toEqual(Array.from({ length: 3 }, () => ({ listChanged: false })))
  })

  it.each(['posts', 'media'])('is refused anything that is not one of the %s', async (kind) => {
    const client = await connect(server, await newKey(server, 'full'), era)
    for (const id of [crypto.randomUUID(), '..', '..%2Fsettings%2Fapi-keys'])
      await expect(client.readResource({ uri: `nightpost://${kind}/${id}` })).rejects.toThrow()
  })

  it('finds only prompts whose every tool is there', async () => {
    const client = await connect(server, await newKey(server, 'read'), era)
    const tools = new Set((await client.listTools()).tools.map(({ name }) => name))
    const { prompts } = await client.listPrompts()
    for (const { name } of prompts) {
      const named = JSON.stringify(await client.getPrompt({ name })).match(/\b[a-z]+_[a-z_]+\b/g) ?? []
      expect(named.length).toBeGreaterThan(3)
      expect(named.filter((word) => !tools.has(word))).toEqual([])
    }
  })

  it('finds a prompt that plans the week and waits for its user', async () => {
    const client = await connect(server, await newKey(server, 'read'), era)
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toContain('plan_my_week')
    const { messages } = await client.getPrompt({ name: 'plan_my_week', arguments: { about: 'bread' } })
    expect(JSON.stringify(messages)).toMatch(/next seven days, about bread\..*Schedule only what I agree to/)
    const empty = await client.getPrompt({ name: 'plan_my_week', arguments: { about: ' ' } })
    expect(JSON.stringify(empty.messages)).toContain('for the next seven days. Look')
  })
})

it('the list of a client has the newest hundred posts', async () => {
  const { accounts } = (await (await server.get('/api/v1/auth/me')).json()) as { accounts: { id: string }[] }
  const posts = Array.from({ length: 101 }, () => ({ accountId: accounts[0]?.id, mediaType: 'IMAGE' }))
  expect((await server.send('POST', '/api/v1/posts/draft/bulk', { posts })).status).toBe(200)
  const { resources } = await (await connect(server, await newKey(server, 'read'))).listResources()
  expect(resources.filter(({ uri }) => uri.startsWith('nightpost://posts/'))).toHaveLength(100)
})

it('a stream for news of lists ends at once: it would outlive its key, and hold up a server that stops', async () => {
  const client = await connect(server, await newKey(server, 'read'))
  const { closed } = await client.listen({
    resourcesListChanged: true,
    toolsListChanged: true,
    promptsListChanged: true,
  })
  expect(await closed).toBe('graceful')
})
