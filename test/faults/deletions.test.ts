// A post, its account or its file is deleted at each point of a publication, once while the process lives on and once as it
// dies. Whatever was sent ends quietly; what was not will never appear; and no row comes back.
import { afterAll, describe, expect, it } from 'vitest'
import { deletePost } from '../../core/features/posts/delete-post.ts'
import type { PostRecord } from '../../core/ports/posts/post-store.ts'
import type { Publication } from '../../core/rules/publication/publication.ts'
import { DAY, HOUR } from '../../core/time.ts'
import { inDueLane } from '../factories.ts'
import type { CrashPoint } from './mortal-ports.ts'
import { liveOf, PICTURE, type PostKind } from './kinds/post-kinds.ts'
import { brokenPromises } from './promises.ts'
import { changing, createWorld, type World } from './publishing-world.ts'
import { share } from './share.ts'

const KINDS = ['image', 'reel', 'story', 'carousel 2'] as const satisfies readonly PostKind[]
/** Slow to say PUBLISHED: a second look is needed after a death. */
const CONTAINERS = { publishedLag: 20_000 }
/** Longer than anything is looked for. */
const LONG = DAY + 2 * HOUR

const told = { live: 0, never: 0 }
afterAll(() => console.info(`deletions under way: ${told.live} went live all the same, ${told.never} never`))

describe('a deletion at any point of a publication', () => {
  it.each(KINDS)('of a post (%s): it ends quietly in the archive, or never appears', async (kind) => {
    await atEachPoint(kind, async (world, id, act) => {
      const wasSent = await act(() => deletePost(changing(world), id))
      await expectArchived(world, id, wasSent)
    })
  })

  it.each(KINDS)(
    'of the account (%s): what was not sent fails, the rest is settled or left in doubt',
    async (kind) => {
      await atEachPoint(kind, async (world, id, act) => {
        const account = (await world.stores.accounts.get(world.accountId)) ?? expect.unreachable()
        // As `core/features/accounts/disconnect.ts` does.
        const wasSent = await act(async () => {
          const { ledger, accounts } = world.stores
          await ledger.failWaitingPosts(account.id, world.clock.now())
          await accounts.remove(account.id)
        })
        const post = await world.post(id)
        expect(['PUBLISHED', 'FAILED']).toContain(post.status)
        if (!wasSent)
          expect(post).toMatchObject({ status: 'FAILED', errorCode: 'NOT_FOUND', recovery: 'reconnect' })
        expect(brokenPromises(post, world.sandbox.live())).toEqual([])
        await world.stores.accounts.put(account)
      })
    },
  )

  it.each(KINDS)('of its file (%s): the post stays and is told truly', async (kind) => {
    await atEachPoint(kind, async (world, id, act) => {
      const before = await world.post(id)
      const [fileId = PICTURE.id] = before.mediaFileIds.filter((file) => file !== null)
      const file = (await world.stores.media.get(fileId)) ?? expect.unreachable()
      await act(async () => void (await world.stores.media.remove(fileId)))
      const post = await world.post(id)
      expect(post.mediaFileIds).toContain(null)
      expect(['PUBLISHED', 'FAILED']).toContain(post.status)
      expect(brokenPromises(post, world.sandbox.live())).toEqual([])
      await world.stores.media.add(file)
    })
  })
})

it('of a post whose publish call is under way, is followed by no comment and no copy', async () => {
  let deletion: (() => Promise<void>) | null = null
  const world = await createWorld({
    login: 'partner',
    async answers(response, { url }) {
      if (url.includes('media_publish')) await deletion?.()
      return response
    },
  })
  const id = await world.publish('deleted', 'image', {
    firstComment: 'Recipe below',
    crossPostToPartner: true,
  })
  deletion = () => deletePost(changing(world), id)
  await world.run(undefined, HOUR)
  await expectArchived(world, id, true)
  expect(world.sandbox.live()).toMatchObject([{ comments: [] }])
  const calls = (await world.stores.ledger.listAttempts(id)).map(({ call }) => call)
  expect(calls.slice(calls.indexOf('publish') + 1)).toEqual(['read permalink'])
  world.close()
})

/** Makes the deletion at its point; tells whether a publish intent was stored then. */
type Act = (deletion: () => Promise<void>) => Promise<boolean>

/** One world for all points of a kind: each has a post and a day of its own. */
async function atEachPoint(
  kind: (typeof KINDS)[number],
  attempt: (world: World, id: string, act: Act) => Promise<void>,
): Promise<void> {
  const world = await createWorld({ containers: CONTAINERS })
  const points = await pointsOf(world, kind)
  expect(points.length).toBeGreaterThanOrEqual(14)
  for (const dies of [false, true]) {
    for (const [index, point] of share([...points.entries()], 5, KINDS.indexOf(kind) + Number(dies))) {
      world.clock.advance(DAY)
      const id = await world.publish(`${kind} ${dies} ${index}`, kind)
      const what = `${dies ? 'died' : 'deleted'} ${point}`
      await attempt(world, id, (deletion) => deleteWhileRunning(world, id, { deletion, index, dies }))
      expect(await world.stores.ledger.nextDue(inDueLane()), what).toBeNull()
      expect(await world.stores.ledger.releaseOrphans(world.clock.now()), what).toBe(0)
    }
  }
  world.close()
}

interface Interruption {
  readonly deletion: () => Promise<void>
  /** At which point. */
  readonly index: number
  readonly dies: boolean
}

async function deleteWhileRunning(
  world: World,
  id: string,
  { deletion, index, dies }: Interruption,
): Promise<boolean> {
  let passed = 0
  let known: Promise<Publication | null> | undefined
  let deleting: Promise<void> | undefined
  await world.run(() => {
    if (passed++ !== index) return false
    // The stores read and write before they first wait, so this is done when the hand lets go.
    known = world.stores.ledger.latestPublication(id)
    deleting = deletion()
    return dies
  }, LONG)
  expect(deleting).toBeDefined()
  await deleting
  await world.run(undefined, LONG)
  const publication = await known
  return (publication?.intent ?? null) !== null
}

async function pointsOf(world: World, kind: PostKind): Promise<CrashPoint[]> {
  const points: CrashPoint[] = []
  await world.publish('count', kind)
  await world.run((point) => {
    points.push(point)
    return false
  })
  // The claim that finds nothing is no point of a publication.
  return points.slice(0, -2)
}

async function expectArchived(world: World, id: string, wasSent: boolean): Promise<void> {
  const { posts } = world.stores
  expect(await posts.get(id)).toBeNull()
  const [newest] = (await posts.listDeleted({ limit: 1, offset: 0 })).records
  const post = newest?.post ?? expect.unreachable()
  expect(post.id).toBe(id)
  const live = liveOf(post, world.sandbox.live())
  if (!wasSent) expect(live).toEqual([])
  told[live.length === 0 ? 'never' : 'live'] += 1
  expect({ live: live.length, ...outcomeOf(post) }).toEqual(
    live.length === 0
      ? {
          live: 0,
          status: expect.stringMatching(/QUEUED|PROCESSING|FAILED/),
          igMediaId: null,
          permalink: null,
        }
      : { live: 1, status: 'PUBLISHED', igMediaId: live[0]?.id, permalink: live[0]?.permalink },
  )
}

const outcomeOf = ({ status, igMediaId, igPermalink }: PostRecord) => ({
  status,
  igMediaId,
  permalink: igPermalink,
})
