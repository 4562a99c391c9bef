// One server process that is struck at one point of one publication, what follows, and what must hold in the end.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { PostBody, PublishablePostBody } from '../../../core/api/posts.ts'
import { repositoryRoot } from '../../../local-server/paths.ts'
import type { ContainerScript } from '../../../local-server/sandbox/behaviour/behaviour.ts'
import { DEMO_ACCOUNT, SANDBOX_ACCESS_TOKEN } from '../../../local-server/sandbox/demo-account.ts'
import { accountId, postOf, terminalPost, uploaded } from '../../process-harness/client.ts'
import { startServer, type ServerProcess } from '../../process-harness/server-process.ts'
import { openKillWorld, type Blow, type KillPoint } from './kill-world.ts'

export type StruckKind = 'image' | 'reel' | 'carousel'

interface Struck {
  readonly point: KillPoint
  readonly kind?: StruckKind
  readonly containers?: Partial<ContainerScript>
  readonly blow?: Blow
}

/** After whatever was done to the process: exactly one live media, and the post says so. */
export async function survives({
  point,
  kind = 'image',
  containers = {},
  blow = 'kill',
}: Struck): Promise<void> {
  const world = await openKillWorld(point, containers, blow)
  const victim = await startServer(world.mortal)
  if (point.on === 'bytes of the video') await connectReal(victim)
  const post = await aPostOf(victim, kind)
  await world.arm(victim)
  const accepted = await acceptedOrLost(victim, post)
  const heir = blow === 'kill' ? await heirOf(victim, world.lasting) : victim

  // N1: what was acknowledged is there. A caller without an answer looks first, as the contract says, and repeats.
  const postId = accepted ?? (await newestPost(heir))?.id ?? (await acceptedOrLost(heir, post))
  if (postId === undefined) throw new Error('the post was not accepted')
  if (accepted !== undefined) expect((await postOf(heir, accepted)).caption).toBe('once')
  const done = await terminalPost(heir, postId)
  const live = world.sandbox.live()
  // N2, N3: exactly one, and it is that one.
  expect(live.map(({ caption }) => caption)).toEqual(['once'])
  expect(done).toMatchObject({ status: 'PUBLISHED', publishOutcome: 'confirmed' })
  expect([null, live[0]?.id]).toContain(done.igMediaId)
  // N7: nothing is left that nobody works on.
  const queued = (await (await heir.api('/posts?status=PROCESSING')).json()) as { total: number }
  expect(queued.total).toBe(0)
  expect((await heir.stop()).code).toBe(0)
  await world.close()
}

/** By the platform's login, as people who begin have it. */
async function connectReal(server: ServerProcess): Promise<void> {
  const headers = { cookie: await server.signIn(), origin: server.origin, 'content-type': 'application/json' }
  const body = JSON.stringify({ loginMethod: 'platform', accessToken: SANDBOX_ACCESS_TOKEN })
  const answer = await server.request('/api/auth/accounts/token', { method: 'POST', headers, body })
  expect(await answer.json()).toMatchObject({ accounts: [{ username: DEMO_ACCOUNT.username }] })
}

async function heirOf(victim: ServerProcess, lasting: object): Promise<ServerProcess> {
  expect((await victim.ended).signal).toBe('SIGKILL')
  return startServer({ ...lasting, dataDir: victim.dataDir })
}

async function aPostOf(server: ServerProcess, kind: StruckKind): Promise<PublishablePostBody> {
  const post = { accountId: await accountId(server), caption: 'once' }
  const clip = async (name: string) => {
    const bytes = readFileSync(join(repositoryRoot, 'test', 'fixtures', name))
    return (await uploaded(server, new Uint8Array(bytes), { name, type: 'video/mp4' })).id
  }
  if (kind === 'reel') return { ...post, mediaType: 'REELS', mediaFileId: await clip('clip-tall.mp4') }
  const picture = (await uploaded(server)).id
  if (kind === 'image') return { ...post, mediaType: 'IMAGE', mediaFileId: picture }
  return { ...post, mediaType: 'CAROUSEL', mediaFileIds: [picture, await clip('clip-index-first.mp4')] }
}

/** The post's id, or undefined when the server died before it answered. */
async function acceptedOrLost(server: ServerProcess, post: PublishablePostBody): Promise<string | undefined> {
  try {
    const response = await server.api('/posts/publish', { method: 'POST', json: post })
    return ((await response.json()) as { postId: string }).postId
  } catch {
    return undefined
  }
}

async function newestPost(server: ServerProcess): Promise<PostBody | undefined> {
  const { posts } = (await (await server.api('/posts')).json()) as { posts: PostBody[] }
  return posts[0]
}
