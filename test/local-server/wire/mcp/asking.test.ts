// What an agent may only ask for, and what it is told of that.
import { readFileSync, globSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ApprovalBody } from '../../../../core/api/approvals.ts'
import { TOOLS } from '../../../../local-server/http/mcp/tools.ts'
import { repositoryRoot } from '../../../../local-server/paths.ts'
import { wireServer, type WiredServer } from '../wired-server.ts'
import { aDraft, callsOf, callTool, connect, newKey } from './mcp-client.ts'

const AT = '2031-04-20T14:00:00.000Z'
const LATER = '2031-04-21T09:00:00.000Z'

let server: WiredServer
let key: string
let agent: Client
let owner: Client
beforeAll(async () => {
  server = await wireServer()
  key = await newKey(server, 'approval')
  agent = await connect(server, key)
  owner = await connect(server, await newKey(server, 'full'))
})
afterAll(() => server.close())

async function aScheduledPost(): Promise<string> {
  const postId = await aDraft(server, owner)
  await callTool(owner, 'schedule_draft', { postId, scheduledFor: AT, idempotencyKey: postId })
  return postId
}

async function approve(postId: string): Promise<void> {
  const listed = await server.get('/api/v1/approvals')
  const { approvals } = (await listed.json()) as { approvals: ApprovalBody[] }
  const asked = approvals.find((approval) => approval.postId === postId)
  const { status } = await server.send('POST', `/api/approvals/${asked?.id}/approve`, {
    contentHash: asked?.contentHash,
  })
  expect(status).toBe(204)
}

const postOf = async (postId: string) => JSON.parse((await callTool(owner, 'get_post', { postId })).text)

describe('a key that needs approval', () => {
  it.each([
    ['moves', 'change_scheduled', { scheduledFor: LATER }, { scheduledFor: LATER }],
    [
      'edits',
      'change_scheduled',
      { content: { caption: 'Better' } },
      { caption: 'Better', scheduledFor: AT },
    ],
    ['cancels', 'cancel_scheduled', {}, { status: 'DRAFT' }],
  ])('%s a scheduled post by asking, and a person does it', async (_how, tool, given, becomes) => {
    const postId = await aScheduledPost()
    const before = await postOf(postId)
    expect(await callTool(agent, tool, { postId, ...given })).toEqual({
      isError: false,
      text: expect.stringMatching(/^Nothing was (changed|cancelled)\. It waits for a person/),
    })
    expect(await postOf(postId)).toEqual(before)
    await approve(postId)
    expect(await postOf(postId)).toMatchObject(becomes)
  })

  it('asks for each of several posts that it cancels, and is told which of them cannot be', async () => {
    const postIds = [await aScheduledPost(), await aScheduledPost(), await aDraft(server, owner)]
    const { text } = await callTool(agent, 'cancel_scheduled', { postIds })
    const [note = '', said = ''] = text.split('\n')
    expect(note).toMatch(/^Nothing was cancelled\. It waits for a person/)
    const { results } = JSON.parse(said) as { results: { outcome: string }[] }
    expect(results.map(({ outcome }) => outcome)).toEqual(['waits', 'waits', 'refused'])
    for (const postId of postIds.slice(0, 2)) await approve(postId)
    for (const postId of postIds) expect(await postOf(postId)).toMatchObject({ status: 'DRAFT' })
  })

  it('is not told that something waits where none of the posts can be cancelled', async () => {
    const { text } = await callTool(agent, 'cancel_scheduled', { postIds: [await aDraft(server, owner)] })
    expect(JSON.parse(text)).toMatchObject({ results: [{ outcome: 'refused' }] })
    expect(await callTool(agent, 'cancel_scheduled')).toMatchObject({
      isError: true,
      text: expect.stringContaining('postId'),
    })
  })

  it('leaves no refusal in the log of its calls, whatever it asks for', async () => {
    const calls = (await callsOf(server, key)) as { status: number; tool: string }[]
    expect(calls.map(({ tool }) => tool)).toContain('change_scheduled')
    expect(calls.filter(({ status }) => status === 403)).toEqual([])
  })

  it('is told its rights with the accounts', async () => {
    expect(JSON.parse((await callTool(agent, 'list_accounts')).text)).toMatchObject({ rights: 'approval' })
    expect(JSON.parse((await callTool(owner, 'list_accounts')).text)).toMatchObject({ rights: 'full' })
  })
})

describe('a key that may', () => {
  it('is told that what it sends waits for a person while the queue is held', async () => {
    const postId = await aDraft(server, owner)
    const held = vi
      .spyOn(server.server.parts.hold, 'current')
      .mockReturnValue({ reason: 'restored', since: 0 })
    const { text, isError } = await callTool(owner, 'publish_draft', { postId, idempotencyKey: postId })
    held.mockRestore()
    expect({ text, isError }).toEqual({
      isError: false,
      text: expect.stringMatching(/^It does not go out yet: a person has to confirm.*\n.*"QUEUED"/),
    })
    expect((await callTool(owner, 'publish_draft', { postId, idempotencyKey: postId })).text).toMatch(/^\{/)
  })

  it('is told of a field that no post has, and nothing is changed', async () => {
    const postId = await aScheduledPost()
    const content = { caption: 'Better', hashtags: '#soup', alt_text: 'Soup' }
    expect(await callTool(owner, 'change_scheduled', { postId, content })).toEqual({
      isError: true,
      text: expect.stringContaining('save_draft takes no hashtags, alt_text'),
    })
    expect(await postOf(postId)).toMatchObject({ caption: 'Good morning' })
  })

  it('moves, edits and cancels a scheduled post at once', async () => {
    const postId = await aScheduledPost()
    const change = { postId, scheduledFor: LATER, content: { caption: null } }
    const changed = JSON.parse((await callTool(owner, 'change_scheduled', change)).text)
    expect(changed).toMatchObject({ postId, scheduledFor: LATER })
    expect(changed).not.toHaveProperty('caption')
    await callTool(owner, 'cancel_scheduled', { postId })
    expect(await postOf(postId)).toMatchObject({ status: 'DRAFT' })
  })
})

it('no file of core names a tool of the server', () => {
  const files = globSync('core/**/*.ts', { cwd: repositoryRoot })
  const texts = files.map((file) => [file, readFileSync(join(repositoryRoot, file), 'utf8')] as const)
  const naming = Object.keys(TOOLS).flatMap((tool) =>
    texts.filter(([, text]) => text.includes(tool)).map(([file]) => `${file} ${tool}`),
  )
  expect([files.length > 100, naming]).toEqual([true, []])
})
