// Every chapter of the guide about trouble, executed: what is wrong is brought about, the one thing that the chapter says is done, and
// then it is well.
import { cpSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { PostBody } from '../../core/api/posts.ts'
import { SECURE_HEADERS } from '../../core/http/secure-headers.ts'
import { SYMPTOMS, symptomsOf, type Symptom } from '../../core/rules/notices/symptoms.ts'
import { DAY, HOUR, MINUTE, toIso } from '../../core/time.ts'
import { announceRunning } from '../../local-server/data-folder/running.ts'
import { SANDBOX_ACCESS_TOKEN } from '../../local-server/sandbox/demo-account.ts'
import { fileForm } from '../process-harness/client.ts'
import { API_URL } from '../fakes/cloud/cloud-ports.ts'
import { createCloudEdges } from './cloud-edges.ts'
import { TOKEN } from '../provider-double/provider-double.ts'
import { newFolder } from '../process-harness/own-folders.ts'
import { typeCommand } from '../process-harness/typed-command.ts'
import { wireServer, type WiredServer } from '../local-server/wire/wired-server.ts'

let server: WiredServer
let accountId: string
beforeAll(async () => {
  server = await wireServer()
  announceRunning(
    server.dataDir,
    { origin: server.origin, life: server.server.signingIn.life, asService: false },
    server.server.parts.log,
  )
  const me = (await (await server.get('/api/v1/auth/me')).json()) as { accounts: { id: string }[] }
  accountId = me.accounts[0]?.id ?? ''
})
afterEach(() => void vi.useRealTimers())
afterAll(() => server.close())

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c33' } })
    .jpeg()
    .toBuffer() as Promise<Buffer<ArrayBuffer>>

const type = (...words: string[]) => typeCommand(...words, '--data-dir', server.dataDir)
const postOf = async (id: string) => (await (await server.get(`/api/v1/posts/${id}`)).json()) as PostBody

/** What the page shows of a post or in the inbox leads to these chapters. */
const chaptersOf = (post: PostBody) =>
  symptomsOf([
    ...(post.errorDetail ? [post.errorDetail.code] : []),
    ...post.warningDetails.map(({ code }) => code),
  ])
async function inboxChapters({ get }: WiredServer = server): Promise<string[]> {
  const { entries } = (await (await get('/api/v1/attention')).json()) as { entries: { code: string }[] }
  return symptomsOf(entries.map(({ code }) => code))
}

async function done(answer: Promise<Response>): Promise<Record<string, unknown>> {
  const { status, ...response } = await answer.then(async (got) => ({
    status: got.status,
    body: await got.text(),
  }))
  expect([status, response.body]).toEqual([expect.toBeOneOf([200, 201, 202]), response.body])
  return JSON.parse(response.body || '{}') as Record<string, unknown>
}

async function aPost(more: object = {}) {
  const { id: mediaFileId } = await server.upload()
  return { accountId, mediaType: 'IMAGE', mediaFileId, caption: `Figs ${mediaFileId}`, ...more }
}

const ENDED: readonly PostBody['status'][] = ['FAILED', 'PUBLISHED']

/** As time goes by, without waiting for it. */
async function letTimePass(): Promise<void> {
  server.damage('update jobs set run_at = 0')
  await server.publishDue()
}

async function untilEnded(id: string): Promise<PostBody> {
  for (let tries = 0; tries < 30; tries += 1) {
    await letTimePass()
    const post = await postOf(id)
    if (ENDED.includes(post.status)) return post
  }
  return postOf(id)
}

async function publish(post: object): Promise<PostBody> {
  const { postId } = await done(server.send('POST', '/api/v1/posts/publish', post))
  return untilEnded(String(postId))
}

async function schedule(more: object = {}): Promise<string> {
  const post = { ...(await aPost(more)), scheduledFor: toIso(Date.now() + DAY) }
  return String((await done(server.send('POST', '/api/v1/schedule', post)))['postId'])
}

/** Until it is lifted. */
const fault = (struck: object) => done(server.send('POST', '/sandbox/faults', { times: 999, ...struck }))
const liftFaults = async () =>
  expect((await server.ask('/sandbox/faults', { method: 'DELETE' })).status).toBe(204)

async function retried({ id }: PostBody): Promise<string> {
  await done(server.send('POST', `/api/v1/posts/${id}/retry`, {}))
  return (await untilEnded(id)).status
}

/** As the account does by itself, with an app that is not ours. */
async function asOwner(node: string, fields?: Record<string, string>): Promise<{ data?: unknown }> {
  const graph = `/sandbox/graph.instagram.com/${node}`
  const authorization = { authorization: `Bearer ${SANDBOX_ACCESS_TOKEN}` }
  const body = fields && { method: 'POST', body: new URLSearchParams(fields) }
  const answer = await fetch(server.origin + graph, { headers: authorization, ...body })
  return (await answer.json()) as { data?: unknown }
}

const reconnect = () =>
  done(
    server.send('POST', '/api/auth/accounts/token', {
      loginMethod: 'platform',
      accessToken: SANDBOX_ACCESS_TOKEN,
    }),
  )

const EXECUTED: Readonly<Record<Symptom, () => Promise<void>>> = {
  async NOT_RUNNING() {
    expect(await typeCommand('status', '--data-dir', newFolder())).toMatchObject({ code: 4 })
    expect(await type('status')).toMatchObject({ code: 0, stdout: expect.stringContaining(server.origin) })
  },

  async SIGNED_OUT() {
    const { stdout } = await type('open', '--print')
    const t = stdout.trim().split('#t=')[1]
    const init = {
      method: 'POST',
      body: JSON.stringify({ t }),
      headers: { 'content-type': 'application/json' },
    }
    const signIn = () =>
      fetch(`${server.origin}/api/auth/session`, {
        ...init,
        headers: { ...init.headers, origin: server.origin },
      })
    expect((await signIn()).headers.getSetCookie().join()).toMatch(/^session=/)
    expect((await signIn()).status).toBe(401)
  },

  async KEY_REFUSED() {
    const ask = async (key: string, path: string, method = 'GET') =>
      (await fetch(server.origin + path, { method, headers: { authorization: `Bearer ${key}` } })).status
    expect(await ask('app_live_unknown', '/api/v1/posts')).toBe(401)
    const key = async (rights: string) =>
      String(
        (await done(server.send('POST', '/api/v1/settings/api-keys', { name: rights, rights })))['fullKey'],
      )
    const [draft, full] = [await key('draft'), await key('full')]
    const id = await schedule()
    expect(await ask(draft, `/api/v1/schedule/${id}`, 'DELETE')).toBe(403)
    expect(await ask(full, `/api/v1/schedule/${id}`, 'DELETE')).toBe(200)
  },

  async WILL_FAIL() {
    const id = await schedule()
    server.damage('delete from media where id = ?', (await postOf(id)).mediaFiles[0]?.id)
    expect(await inboxChapters()).toContain('WILL_FAIL')
    const { id: mediaFileId } = await server.upload()
    await done(server.send('PUT', `/api/v1/schedule/${id}`, { mediaFileId }))
    expect(await inboxChapters()).not.toContain('WILL_FAIL')
  },

  async FAILED() {
    await fault({ on: 'create', mode: 'fatal' })
    const post = await publish(await aPost())
    expect([post.status, chaptersOf(post)]).toEqual(['FAILED', ['FAILED']])
    await liftFaults()
    expect(await retried(post)).toBe('PUBLISHED')
  },

  async UNCONFIRMED() {
    const post = await publish(await aPost())
    const lost = `update posts set status = 'FAILED', publish_outcome = 'unconfirmed', completed_at = ?, error_code = 'PLATFORM_ERROR', ig_media_id = null where id = ?`
    expect(server.damage(lost, Date.now(), post.id)).toBe(1)
    expect(await inboxChapters()).toContain('UNCONFIRMED')
    const live = async () => ((await (await server.get('/sandbox/live')).json()) as unknown[]).length
    const before = await live()
    expect(await retried(post)).toBe('PUBLISHED')
    expect(await live()).toBe(before)
  },

  async LATE() {
    const id = await schedule()
    server.damage('update posts set scheduled_for = ? where id = ?', Date.now() - HOUR, id)
    expect(await inboxChapters()).toContain('LATE')
    expect((await untilEnded(id)).status).toBe('PUBLISHED')
  },

  async INCOMPLETE() {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    const untilNothingFollows = async () => {
      for (let tries = 0; tries < 9; tries += 1) {
        vi.advanceTimersByTime(HOUR)
        await letTimePass()
      }
    }
    await fault({ on: 'comments', mode: 'permission-missing' })
    const { id, igMediaId } = await publish(await aPost({ firstComment: 'Recipe below' }))
    await untilNothingFollows()
    const post = await postOf(id)
    expect([post.status, chaptersOf(post)]).toEqual(['PUBLISHED', ['INCOMPLETE']])
    await liftFaults()
    await asOwner(`${String(igMediaId)}/comments`, { message: 'Recipe below' })
    await untilNothingFollows()
    expect((await asOwner(`${String(igMediaId)}/comments`)).data).toHaveLength(1)
  },

  async FILE() {
    const body = fileForm(await picture(500, 1_500))
    const { id } = await done(server.ask('/api/v1/media/upload', { method: 'POST', body }))
    const post = { accountId, mediaType: 'IMAGE', mediaFileId: id, caption: 'A tall one' }
    expect((await server.send('POST', '/api/v1/posts/publish', post)).status).toBe(400)
    await done(server.send('POST', `/api/media/${String(id)}/fit`, { ratio: '4:5', mode: 'blur' }))
    expect((await publish(post)).status).toBe('PUBLISHED')
  },

  async CONTENT() {
    await fault({ on: 'create', mode: 'error', code: 100, subcode: 2_207_018 })
    const content = await aPost()
    const post = await publish({ ...content, collaborators: ['kim'] })
    expect([post.status, chaptersOf(post)]).toEqual(['FAILED', ['CONTENT']])
    await liftFaults()
    const { id } = await done(server.send('POST', '/api/v1/posts/draft', content))
    await done(server.send('POST', `/api/v1/posts/draft/${String(id)}/publish`, {}))
    expect((await untilEnded(String(id))).status).toBe('PUBLISHED')
  },

  async ADDRESS() {
    await fault({ on: 'create', mode: 'not-fetched' })
    const post = await publish(await aPost())
    expect([post.status, chaptersOf(post)]).toEqual(['FAILED', ['ADDRESS']])
    await liftFaults()
    expect(await retried(post)).toBe('PUBLISHED')
  },

  async ACCESS() {
    server.damage('update accounts set token_expires_at = ?', Date.now() - HOUR)
    expect(await inboxChapters()).toContain('ACCESS')
    await reconnect()
    expect(await inboxChapters()).not.toContain('ACCESS')
  },

  async PERMISSION() {
    await fault({ on: 'create', mode: 'permission-missing' })
    const post = await publish(await aPost())
    expect([post.status, chaptersOf(post)]).toEqual(['FAILED', ['PERMISSION']])
    await liftFaults()
    await reconnect()
    expect(await retried(post)).toBe('PUBLISHED')
  },

  async LIMITED() {
    const id = await schedule()
    server.damage('update accounts set paused_until = ?', Date.now() + HOUR)
    expect(await inboxChapters()).toContain('LIMITED')
    server.damage('update accounts set paused_until = null')
    expect(await inboxChapters()).not.toContain('LIMITED')
    server.damage('update posts set scheduled_for = ? where id = ?', Date.now() - HOUR, id)
    expect((await untilEnded(id)).status).toBe('PUBLISHED')
  },

  async LIMIT_FULL() {
    await fault({ on: 'create', mode: 'quota-reached' })
    const post = await publish(await aPost())
    expect([post.status, chaptersOf(post)]).toEqual(['FAILED', ['LIMIT_FULL']])
    await liftFaults()
    await done(server.send('PATCH', `/api/v1/accounts/${accountId}`, { whenLimitIsFull: 'wait' }))
    await done(server.send('POST', `/api/v1/posts/${post.id}/retry`, {}))
    const again = await untilEnded(post.id)
    expect([again.status, chaptersOf(again)]).toEqual(['QUEUED', ['LIMIT_FULL']])
  },

  async HELD() {
    const dataDir = `${server.dataDir}-copy`
    cpSync(server.dataDir, dataDir, { recursive: true })
    const copy = await wireServer({ dataDir })
    expect(await inboxChapters(copy)).toContain('HELD')
    await done(copy.send('POST', '/api/queue/confirm', {}))
    expect(await inboxChapters(copy)).not.toContain('HELD')
    await copy.close()
  },

  async DISK() {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    const staging = join(server.dataDir, 'staging')
    const aside = `${staging}-aside`
    renameSync(staging, aside)
    // A file in its place refuses everybody, also root, for whom modes are no obstacle.
    writeFileSync(staging, '')
    const body = fileForm(await picture(500, 500))
    const upload = async () => (await server.ask('/api/v1/media/upload', { method: 'POST', body })).status
    expect(await upload()).not.toBe(201)
    vi.advanceTimersByTime(2 * MINUTE)
    expect(await inboxChapters()).toContain('DISK')
    rmSync(staging)
    renameSync(aside, staging)
    expect(await upload()).toBe(201)
    vi.advanceTimersByTime(2 * MINUTE)
    expect(await inboxChapters()).not.toContain('DISK')
  },

  async BACKUP() {
    const [file, passphrase] = ['backup.age', 'passphrase'].map((name) => join(newFolder(), name)) as [
      string,
      string,
    ]
    writeFileSync(passphrase, 'correct horse battery')
    expect(await type('backup', file, '--passphrase-file', passphrase)).toMatchObject({ code: 0, stderr: '' })
    expect(existsSync(file)).toBe(true)
  },

  async WORKER() {
    const { edges, provider } = createCloudEdges()
    const env = { CLOUD_API_URL: API_URL }
    const computer = await wireServer({ edges, env })
    const deploy = async (body: object) => {
      await done(computer.send('POST', '/api/cloud/deploy', body))
      const deployment = async () =>
        (await (await computer.get('/api/cloud/deployment')).json()) as { state: string }
      await expect.poll(async () => (await deployment()).state).not.toBe('running')
      expect(await deployment()).toMatchObject({ state: 'deployed', error: null })
    }
    await deploy({ apiToken: TOKEN })
    const { id: mediaFileId } = await computer.upload()
    const { accounts } = (await (await computer.get('/api/v1/auth/me')).json()) as {
      accounts: { id: string }[]
    }
    const post = {
      accountId: accounts[0]?.id,
      mediaType: 'IMAGE',
      mediaFileId,
      scheduledFor: toIso(Date.now() + DAY),
    }
    // Posts of the sandbox stay here, and the double of a deployed Worker takes no others: what was sent to it is written down instead.
    computer.damage('update accounts set is_sandbox = 0')
    expect(await done(computer.send('POST', '/api/v1/schedule', post))).toMatchObject({ isCloud: true })
    computer.damage('update accounts set is_sandbox = 1')
    const sent = `update handovers set state = 'delegating', record = json_set(record, '$.ownership.state', 'delegating', '$.ownership.sent', 1)`
    expect(computer.damage(sent)).toBe(1)
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    const key = provider.account.scripts
      .get('nightpost')
      ?.bindings.find(({ name }) => name === 'WORKER_API_KEY')
    Object.assign(key ?? {}, { text: 'A'.repeat(43) })
    vi.advanceTimersByTime(30 * MINUTE)
    await computer.get('/api/v1/cloud/diagnostics')
    expect(await inboxChapters(computer)).toContain('WORKER')
    // The button “Deploy it with our keys”.
    await deploy({})
    expect(await inboxChapters(computer)).not.toContain('WORKER')
    await computer.close()
  },

  async MENTIONS() {
    const post = (what: string, more: object = {}) =>
      done(server.send('POST', `/api/v1/story-repost/${what}`, { accountId, ...more }))
    await post('config', { pollIntervalHours: 6, autoTagOriginalPoster: true })
    await post('enable')
    expect(await post('scan')).toMatchObject({ detected: 0 })
    expect(await inboxChapters()).toContain('MENTIONS')
    // To an app in development no message of a stranger is shown; to a live one it is.
    await done(server.send('POST', '/sandbox/mentions', { username: 'demo.kitchen', poster: 'benno.bikes' }))
    expect(await post('scan')).toMatchObject({ detected: 1 })
    expect(await inboxChapters()).not.toContain('MENTIONS')
  },
}

it('the guide is open to whom the sign-in fails, under the policy of every page', async () => {
  const answer = await fetch(`${server.origin}/help/trouble`)
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-security-policy': SECURE_HEADERS['Content-Security-Policy'],
    'x-content-type-options': 'nosniff',
  })
  expect((await fetch(`${server.origin}/help/nowhere`)).status).toBe(404)
})

describe('the one thing to do', () => {
  it.each(Object.entries(SYMPTOMS) as [Symptom, string][])('helps: %s, %s', (symptom) => EXECUTED[symptom]())
})
