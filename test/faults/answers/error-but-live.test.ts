// The platform publishes and answers with anything but the id: every post is live once and known to be, whatever the answer,
// the way a second publish ends, and the time for which its container still claims to be unpublished.
import { afterAll, describe, expect, it } from 'vitest'
import { HOUR } from '../../../core/time.ts'
import { SECOND_PUBLISH } from '../../../local-server/sandbox/behaviour/behaviour.ts'
import { POST_KINDS, type PostKind } from '../kinds/post-kinds.ts'
import { createWorld, type World } from '../publishing-world.ts'
import { share, TRIES_ALL } from '../share.ts'
import { ANSWER_NAMES, minutesOfSilence, unclear, type UnclearAnswer } from './unclear-answers.ts'

const LAGS = [0, 20_000, 55_000]
const PLATFORMS = SECOND_PUBLISH.flatMap((secondPublish, row) =>
  LAGS.map((publishedLag, column) => ({ secondPublish, publishedLag, turn: row * LAGS.length + column })),
)
const POSTS_PER_ANSWER = TRIES_ALL ? 2 : 1

let posts = 0
afterAll(() => console.info(`error but live: ${posts} posts, each live once`))

/** A story carries no caption to the platform; with one story at a time its kind tells it. */
function strikeOnce({ sandbox }: World, answer: UnclearAnswer, name: string, kind: PostKind): void {
  const match = kind.endsWith('story') ? { kind: 'story' as const } : { captionIncludes: name }
  sandbox.faults.add(unclear(answer, 'after', match))
}

describe('a publish call that acted and does not say so', () => {
  it.each(PLATFORMS)(
    'leaves every post live once: second publish $secondPublish, lag $publishedLag ms',
    async ({ secondPublish, publishedLag, turn }) => {
      const world = await createWorld({ containers: { secondPublish, publishedLag } })
      const ids: string[] = []
      for (const [n, answer] of share([...ANSWER_NAMES.entries()], 4, turn)) {
        for (let copy = 0; copy < POSTS_PER_ANSWER; copy += 1) {
          const kind = POST_KINDS[(n + turn + 3 * copy) % POST_KINDS.length] ?? 'image'
          const name = `post ${n}-${copy}.`
          strikeOnce(world, answer, name, kind)
          ids.push(await world.publish(name, kind))
        }
      }
      // A block keeps the account's other posts back for a day.
      await world.run(minutesOfSilence(world), 100 * HOUR)
      expect(await world.brokenPromises()).toEqual([])
      expect(world.sandbox.faults.pending()).toEqual([])
      expect(world.sandbox.live()).toHaveLength(ids.length)
      const outcomes = await Promise.all(ids.map((id) => world.post(id)))
      expect(outcomes.map(({ status, publishOutcome }) => `${status} ${publishOutcome}`)).toEqual(
        ids.map(() => 'PUBLISHED confirmed'),
      )
      posts += ids.length
    },
  )
})

describe('a block that the platform answers with for a post that is live', () => {
  it('keeps nothing of the account back: the next posts go out at their time', async () => {
    const world = await createWorld({ containers: { publishedLag: 20_000 } })
    strikeOnce(world, '4/2207051', 'blocked.', 'image')
    const ids = [await world.publish('blocked.'), await world.publish('next.')]
    ids.push(await world.schedule('later.', 'image', HOUR))
    await world.run(undefined, 2 * HOUR)
    const posts = await Promise.all(ids.map((id) => world.post(id)))
    expect(posts.map(({ status }) => status)).toEqual(['PUBLISHED', 'PUBLISHED', 'PUBLISHED'])
    const [, next, later] = posts
    expect((next?.publishedAt ?? Infinity) - (next?.createdAt ?? 0)).toBeLessThan(60_000)
    expect((later?.publishedAt ?? Infinity) - (later?.scheduledFor ?? 0)).toBeLessThan(1_000)
    expect((await world.stores.accounts.get(world.accountId))?.pausedUntil).toBeNull()
    expect(await world.brokenPromises()).toEqual([])
  })

  it('keeps the others back while it is a real one', async () => {
    const world = await createWorld({})
    world.sandbox.faults.add(unclear('4/2207051', 'before', { captionIncludes: 'blocked.' }))
    await world.publish('blocked.')
    const next = await world.publish('next.')
    await world.run(undefined, 2 * HOUR)
    expect(await world.post(next)).toMatchObject({ status: 'QUEUED' })
    expect((await world.stores.accounts.get(world.accountId))?.pausedUntil).not.toBeNull()
  })
})
