// Every outside call and every commit of an image publication, each a place where the power can go.
import { describe, expect, it } from 'vitest'
import type { PostBody } from '../../core/api/posts.ts'
import type { ContainerScript } from '../../local-server/sandbox/behaviour.ts'
import { accountId, postOf, terminalPost, uploaded } from '../process-harness/client.ts'
import { startServer, type ServerProcess } from '../process-harness/server-process.ts'
import { openKillWorld, type KillPoint } from './kill-world.ts'

const CALLS = ['create', 'status', 'publish', 'read'] as const
/** accept, claim, container created, intent, confirmed, permalink. */
const COMMITS = [1, 2, 3, 4, 5, 6]

const AT_CALLS = CALLS.flatMap((on) =>
  (['unacted', 'acted', 'unheard'] as const).map((when): KillPoint => ({ on, when })),
)
const AT_FETCH = (['before', 'after'] as const).map((when): KillPoint => ({
  on: 'fetch of the picture',
  when,
}))
const AT_COMMITS = COMMITS.flatMap((nth) =>
  (['before', 'after'] as const).map((when): KillPoint => ({ on: 'commit', when, nth })),
)

/** The worst platform that we allow for: slow to say PUBLISHED, and it would publish a second time. */
const SLOW_AND_CARELESS: Partial<ContainerScript> = { publishedLag: 20_000, secondPublish: 'duplicate' }

describe.concurrent('a server process killed while it publishes an image, and started again', () => {
  it.each(named([...AT_CALLS, ...AT_FETCH, ...AT_COMMITS]))(
    'has published exactly once: killed at %s',
    async (_name, point) => {
      await survives(point, {})
    },
  )

  it.each(named(aroundThePublish()))(
    'has published exactly once on a slow and careless platform: killed at %s',
    async (_name, point) => {
      await survives(point, SLOW_AND_CARELESS)
    },
  )
})

function aroundThePublish(): KillPoint[] {
  return [...AT_CALLS, ...AT_COMMITS].filter(
    (point) => point.on === 'publish' || (point.on === 'commit' && point.nth >= 4 && point.nth <= 5),
  )
}

function named(points: readonly KillPoint[]): [string, KillPoint][] {
  return points.map((point) => [Object.values(point).join(' '), point])
}

async function survives(point: KillPoint, containers: Partial<ContainerScript>): Promise<void> {
  const world = await openKillWorld(point, containers)
  const victim = await startServer(world.mortal)
  const post = {
    accountId: await accountId(victim),
    mediaFileId: (await uploaded(victim)).id,
    caption: 'once',
  }
  await world.arm(victim)
  const accepted = await acceptedOrLost(victim, post)
  expect((await victim.ended).signal).toBe('SIGKILL')

  const heir = await startServer({ ...world.lasting, dataDir: victim.dataDir })
  // N1: what was acknowledged is there. A caller without an answer looks first, as the contract says, and repeats.
  const postId = accepted ?? (await newestPost(heir))?.id ?? (await acceptedOrLost(heir, post))
  if (postId === undefined) throw new Error('the post was not accepted')
  if (accepted !== undefined) expect((await postOf(heir, accepted)).caption).toBe('once')
  const done = await terminalPost(heir, postId, 25_000)
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

/** The post's id, or undefined when the server died before it answered. */
async function acceptedOrLost(
  server: ServerProcess,
  post: { accountId: string; mediaFileId: string; caption: string },
): Promise<string | undefined> {
  try {
    const response = await server.api('/posts/publish', {
      method: 'POST',
      json: { mediaType: 'IMAGE', ...post },
    })
    return ((await response.json()) as { postId: string }).postId
  } catch {
    return undefined
  }
}

async function newestPost(server: ServerProcess): Promise<PostBody | undefined> {
  const { posts } = (await (await server.api('/posts')).json()) as { posts: PostBody[] }
  return posts[0]
}
