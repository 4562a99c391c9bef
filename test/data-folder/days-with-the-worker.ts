// The first part of the life of the data folder: accounts, media and posts, a Worker that was deployed and one that runs here.
import { expect } from 'vitest'
import type { ScheduledBody } from '../../core/api/schedule/schedule.ts'
import {
  SANDBOX_CREATOR_TOKEN,
  SANDBOX_PARTNER_TOKEN,
} from '../../local-server/sandbox/tokens/known-tokens.ts'
import { postOf, uploaded } from '../process-harness/client.ts'
import type { SandboxProcess } from '../process-harness/sandbox-process.ts'
import { startServer, type ServerProcess } from '../process-harness/server-process.ts'
import { startWorker, type WorkerProcess } from '../process-harness/worker-process.ts'
import { TOKEN } from '../provider-double/provider-double.ts'
import { startProviderServer } from '../provider-double/provider-server.ts'
import { seenLive } from '../together/three-programs.ts'
import { accountNamed, api, becomes, clip, page, post, secondsFromNow } from './page-requests.ts'
import { startSilentProxy, type SilentProxy } from './silent-proxy.ts'

export interface Keys {
  readonly key: string
  readonly revokedKey: string
}

/** Settings, accounts, keys, and a deployment whose Worker is never heard of again. */
export async function setUp(dataDir: string, sandbox: SandboxProcess): Promise<Keys> {
  const provider = await startProviderServer()
  const env = { NIGHTPOST_SANDBOX_URL: sandbox.origin, ...provider.env }
  const server = await startServer({ dataDir, env, nodeArgs: provider.nodeArgs })
  const apps = {
    platformAppId: '990100000000001',
    platformAppSecret: 'sandboxplatformappnosecret',
    partnerAppId: '880200000000002',
    partnerAppSecret: 'sandboxpartnerappnosecret',
  }
  await page(server, '/setup', apps, 'PUT')
  for (const [loginMethod, accessToken] of [
    ['partner', SANDBOX_PARTNER_TOKEN],
    ['platform', SANDBOX_CREATOR_TOKEN],
  ])
    await page(server, '/auth/accounts/token', { loginMethod, accessToken })
  const key = await server.newKey('a script')
  const revokedKey = await server.newKey('a script that is gone')
  const { keys } = await api<{ keys: { id: string; name: string }[] }>(server, '/settings/api-keys')
  const revoked = keys.find(({ name }) => name === 'a script that is gone')
  await api(server, `/settings/api-keys/${revoked?.id}`, { method: 'DELETE' })
  expect((await server.api('/posts', { key })).status).toBe(200)
  await page(server, '/cloud/deploy', { apiToken: TOKEN })
  await expect.poll(() => deployment(server)).toMatchObject({ state: 'deployed' })
  await server.stop()
  provider.close()
  return { key, revokedKey }
}

async function deployment(server: ServerProcess): Promise<unknown> {
  const headers = { cookie: await server.signIn(), origin: server.origin }
  return (await server.request('/api/cloud/deployment', { headers })).json()
}

/** Posts of each kind and end, and those that are the Worker's. Resolves when the Worker is stopped, and the server before it. */
export async function useTheWorker(
  dataDir: string,
  workerDir: string,
  sandbox: SandboxProcess,
): Promise<WorkerProcess> {
  const worker = await startWorker({ dataDir: workerDir })
  const proxy = await startSilentProxy(worker.details.workerUrl)
  const env = { NIGHTPOST_SANDBOX_URL: sandbox.origin, ...worker.variables, CLOUD_WORKER_URL: proxy.origin }
  const server = await startServer({ dataDir, env })
  await publishEachKind(server)
  await refuseHere(server, sandbox)
  await lendMentions(server)
  await handOverThree(server, sandbox, proxy)
  await worker.stop()
  proxy.close()
  return worker
}

async function publishEachKind(server: ServerProcess): Promise<void> {
  const [demo, harbour] = [
    await accountNamed(server, 'demo.kitchen'),
    await accountNamed(server, 'harbour.bakery'),
  ]
  const picture = (await uploaded(server)).id
  const [tall, wide, matroska] = [
    await clip(server, 'clip-tall.mp4'),
    await clip(server, 'clip-index-first.mp4'),
    await clip(server, 'clip.mkv', 'video/x-matroska'),
  ]
  await clip(server, 'clip-divx.avi', 'video/x-msvideo')
  const fitted = (await uploaded(server)).id
  await page(server, `/media/${fitted}/fit`, { ratio: '4:5', mode: 'pad' })
  await post(server, { accountId: demo, mediaFileId: fitted, caption: 'a draft' }, '/posts/draft')
  await post(
    server,
    { accountId: harbour, mediaType: 'REELS', caption: 'a draft without a file' },
    '/posts/draft',
  )
  const published = await Promise.all([
    post(server, {
      accountId: demo,
      mediaFileId: picture,
      caption: 'a picture',
      locationId: '12345',
      locationName: 'Lisbon',
    }),
    post(server, {
      accountId: demo,
      mediaFileId: tall,
      mediaType: 'REELS',
      caption: 'a reel',
      collaborators: ['noor.draws'],
    }),
    post(server, {
      accountId: demo,
      mediaFileId: matroska,
      mediaType: 'STORIES',
      storyMentions: [{ username: 'ilse.eats' }],
    }),
    post(server, {
      accountId: demo,
      mediaFileIds: [picture, wide],
      mediaType: 'CAROUSEL',
      caption: 'an album',
    }),
    post(server, {
      accountId: harbour,
      mediaFileId: picture,
      caption: 'on the Page as well',
      crossPostToPartner: true,
    }),
    post(server, { accountId: harbour, mediaFileId: picture, caption: 'deleted there' }),
    post(server, { accountId: demo, mediaFileId: picture, caption: 'deleted here' }),
  ])
  for (const id of published) await becomes(server, id, { status: 'PUBLISHED' })
  await expect
    .poll(() => postOf(server, published[4] ?? ''))
    .toMatchObject({ partnerPostId: expect.any(String) })
  await api(server, `/posts/${published[5]}/platform`, { method: 'DELETE' })
  await api(server, `/posts/${published[6]}`, { method: 'DELETE' })
}

/** A post that the Page does not take as well, and one that comes back because its files do not get into the bucket in time. */
async function refuseHere(server: ServerProcess, sandbox: SandboxProcess): Promise<void> {
  const harbour = await accountNamed(server, 'harbour.bakery')
  const picture = (await uploaded(server)).id
  const error = { on: 'page-photo', mode: 'error', code: 100, message: 'Invalid parameter' } as const
  await sandbox.fault({ ...error, times: 20, match: { captionIncludes: 'not on the Page' } })
  const id = await post(server, {
    accountId: harbour,
    mediaFileId: picture,
    caption: 'not on the Page',
    crossPostToPartner: true,
  })
  await becomes(server, id, { status: 'PUBLISHED', warnings: [expect.stringContaining('Page')] })
}

/** The Worker looks for mentions of an account, from here on. */
async function lendMentions(server: ServerProcess): Promise<void> {
  const accountId = await accountNamed(server, 'demo.kitchen')
  await api(server, '/story-repost/config', {
    json: { accountId, pollIntervalHours: 6, autoTagOriginalPoster: true },
  })
  await api(server, '/story-repost/enable', { json: { accountId } })
  await expect
    .poll(() => api(server, `/story-repost/status?accountId=${accountId}`))
    .toMatchObject({ config: { runner: 'cloud' } })
}

export const WITH_THE_WORKER = [
  'by the Worker, unheard',
  'waits with the Worker',
  'perhaps with the Worker',
] as const

/** One that the Worker publishes while nobody looks, one that waits there, and one of which nobody knows whether it does. */
async function handOverThree(
  server: ServerProcess,
  sandbox: SandboxProcess,
  proxy: SilentProxy,
): Promise<void> {
  const accountId = await accountNamed(server, 'demo.kitchen')
  const mediaFileId = (await uploaded(server)).id
  const give = async (caption: string, seconds: number) => {
    const json = {
      accountId,
      mediaType: 'IMAGE',
      mediaFileId,
      caption,
      scheduledFor: secondsFromNow(seconds),
    }
    return api<ScheduledBody>(server, '/schedule', { json: { ...json, timezone: 'Europe/Lisbon' } })
  }
  const [first, second] = [await give(WITH_THE_WORKER[0], 80), await give(WITH_THE_WORKER[1], 180)]
  for (const { postId } of [first, second]) await becomes(server, postId, { handover: 'cloud' })
  proxy.isSilent = true
  const third = await give(WITH_THE_WORKER[2], 180)
  await becomes(server, third.postId, { handover: 'pending', warnings: [expect.any(String)] })
  await server.kill9()
  await seenLive(sandbox, WITH_THE_WORKER[0])
}
