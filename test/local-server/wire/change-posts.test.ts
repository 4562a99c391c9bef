// `nightpost posts delete` and `posts retry`, typed against a server of this process.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PostBody } from '../../../core/api/posts.ts'
import { announceRunning } from '../../../local-server/data-folder/running.ts'
import { typeCommand } from '../../process-harness/typed-command.ts'
import { wireServer, type WiredServer } from './wired-server.ts'

let server: WiredServer
let accountId: string
beforeAll(async () => {
  server = await wireServer()
  const { life } = server.server.signingIn
  announceRunning(server.dataDir, { origin: server.origin, life, asService: false }, server.server.parts.log)
  const me = (await (await server.get('/api/v1/auth/me')).json()) as { accounts: { id: string }[] }
  accountId = me.accounts[0]?.id ?? ''
})
afterAll(() => server.close())

const type = (...words: string[]) => typeCommand('posts', ...words, '--data-dir', server.dataDir)
async function statusOf(id: string): Promise<PostBody['status'] | 'gone'> {
  const answer = await server.get(`/api/v1/posts/${id}`)
  return answer.status === 404 ? 'gone' : ((await answer.json()) as PostBody).status
}

async function drafted(): Promise<string> {
  const draft = { accountId, mediaType: 'IMAGE', mediaFileId: (await server.upload()).id, caption: 'Figs' }
  return ((await (await server.send('POST', '/api/v1/posts/draft', draft)).json()) as { id: string }).id
}

async function failed(): Promise<string> {
  const id = await drafted()
  const fault = { on: 'create', mode: 'fatal', times: 999 }
  expect((await server.send('POST', '/sandbox/faults', fault)).status).toBe(201)
  await server.send('POST', `/api/v1/posts/draft/${id}/publish`, {})
  await publishAllDue()
  expect(await statusOf(id)).toBe('FAILED')
  await server.ask('/sandbox/faults', { method: 'DELETE' })
  return id
}

async function publishAllDue(): Promise<void> {
  for (let tries = 0; tries < 9; tries += 1) {
    server.damage('update jobs set run_at = 0')
    await server.publishDue()
  }
}

const NOBODYS = '8e03978e-40d5-43dd-bc93-6894a57f9324'

describe('posts delete', () => {
  it('moves posts to the archive, and says of each what became of it', async () => {
    const [first, second] = [await drafted(), await drafted()]
    const { code, stdout, stderr } = await type('delete', first, second)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.split('\n').map((line) => line.trimEnd())).toEqual([
      `${first}  done`,
      `${second}  done`,
      '',
    ])
    expect([await statusOf(first), await statusOf(second)]).toEqual(['gone', 'gone'])
    const { posts } = (await (await server.get('/api/v1/posts/deleted')).json()) as {
      posts: { post: PostBody }[]
    }
    expect(posts.map(({ post }) => post.id)).toEqual(expect.arrayContaining([first, second]))
  })

  it('names the one that it cannot delete, and ends with 1', async () => {
    const id = await drafted()
    const { code, stdout } = await type('delete', NOBODYS, id)
    expect(code).toBe(1)
    expect(stdout).toMatch(new RegExp(`^${NOBODYS} {2}refused {2}\\S.*\\n${id} {2}done *\\n$`))
    expect(await statusOf(id)).toBe('gone')
  })
})

describe('posts retry', () => {
  it('sends failed posts again', async () => {
    const id = await failed()
    expect(await type('retry', id)).toMatchObject({ code: 0, stdout: expect.stringContaining(`${id}  done`) })
    await publishAllDue()
    expect(await statusOf(id)).toBe('PUBLISHED')
  })

  it('refuses what has not failed, for programs as JSON', async () => {
    const [draft, post] = [await drafted(), await failed()]
    const { code, stdout } = await type('retry', draft, post, '--json')
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      refused: 1,
      results: [
        { id: draft, outcome: 'refused', problem: { message: expect.stringMatching(/\S/) } },
        { id: post, outcome: 'done', problem: null },
      ],
    })
    expect(await statusOf(draft)).toBe('DRAFT')
  })
})
