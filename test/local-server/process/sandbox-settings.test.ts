// With the practice account, without it, and with a sandbox that runs elsewhere.
import { describe, expect, it } from 'vitest'
import { accountId, publish, terminalPost, uploaded } from '../../process-harness/client.ts'
import { liveAt, startSandbox } from '../../process-harness/sandbox-process.ts'
import { startServer, type ServerProcess } from '../../process-harness/server-process.ts'

const accountsOf = async (server: ServerProcess) =>
  ((await (await server.api('/auth/me')).json()) as { accounts: { username: string }[] }).accounts

describe('a start without the sandbox', () => {
  it.each([
    ['--no-sandbox', { args: ['--no-sandbox'] }],
    ['NIGHTPOST_SANDBOX=off', { env: { NIGHTPOST_SANDBOX: 'off' } }],
  ])('has no practice account, no feed and no public address with %s', async (_name, options) => {
    const server = await startServer({ ...options, demo: true })
    expect(server.stdout()).not.toMatch(/Sandbox|sandbox|first post|Feed/)
    expect(await accountsOf(server)).toEqual([])
    for (const path of ['/sandbox', '/sandbox/', '/sandbox/live', '/sandbox/faults']) {
      expect((await server.request(path)).status).toBe(404)
    }
    const media = await uploaded(server)
    expect(media.publicUrl).toBeNull()
    expect((await server.request('/media/whatever.jpg')).status).toBe(404)
  })

  it('hides the practice account of an earlier start, and the next start has it again', async () => {
    const before = await startServer()
    const media = await uploaded(before)
    const post = await publish(before, {
      accountId: await accountId(before),
      mediaFileId: media.id,
      caption: 'before',
    })
    await terminalPost(before, post)
    await before.stop()
    const without = await before.again({ args: ['--no-sandbox'] })
    expect(await accountsOf(without)).toEqual([])
    expect(await (await without.api(`/posts/${post}`)).json()).toMatchObject({
      id: post,
      status: 'PUBLISHED',
    })
    await without.stop()
    const after = await before.again()
    expect(await accountsOf(after)).toMatchObject([{ username: 'demo.kitchen' }])
    expect(await liveAt(after.origin)).toMatchObject([{ caption: 'before' }])
  })
})

describe('a sandbox of its own', () => {
  it('gets what the server publishes, and shows it when the server is gone', async () => {
    const sandbox = await startSandbox()
    const server = await startServer({ env: { NIGHTPOST_SANDBOX_URL: sandbox.origin } })
    expect(server.stdout()).toContain(`Feed   ${sandbox.origin}/sandbox\n`)
    const media = await uploaded(server)
    expect(media.publicUrl).toMatch(`${server.origin}/media/`)
    const id = await publish(server, {
      accountId: await accountId(server),
      mediaFileId: media.id,
      caption: 'elsewhere',
    })
    const post = await terminalPost(server, id)
    expect(post).toMatchObject({ status: 'PUBLISHED', publishOutcome: 'confirmed' })
    expect(await sandbox.live()).toMatchObject([{ id: post.igMediaId, caption: 'elsewhere' }])
    const feed = await server.request('/sandbox', { redirect: 'manual' })
    expect([feed.status, feed.headers.get('location')]).toEqual([302, `${sandbox.origin}/sandbox`])
    await server.stop()
    expect(await sandbox.live()).toHaveLength(1)
    expect(await sandbox.stop()).toMatchObject({ code: 0 })
  })
})
