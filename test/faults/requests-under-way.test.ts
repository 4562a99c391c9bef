// Whole histories from a seed: a platform that fails, processes that die, and a user who retries, deletes and disconnects at
// random points. However it all falls together, no post is live twice and none is told wrongly, in the history or the archive.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CodedError } from '../../core/errors.ts'
import { deletePost } from '../../core/features/posts/delete-post.ts'
import { retryPost } from '../../core/features/posts/retry.ts'
import type { Publication } from '../../core/rules/publication/publication.ts'
import { webCryptoRandom } from '../../core/random.ts'
import { HOUR, MINUTE } from '../../core/time.ts'
import type { FaultRequest } from '../../local-server/sandbox/faults/fault.ts'
import { NO_CLOUD } from '../fakes/cloud/no-cloud.ts'
import { inDueLane } from '../factories.ts'
import { liveOf } from './kinds/post-kinds.ts'
import { brokenPromises } from './promises.ts'
import { createWorld, type World } from './publishing-world.ts'

const HISTORIES = Number(process.env['FAULT_HISTORIES'] ?? 16)
const SEED = process.env['FAULT_SEED'] === undefined ? {} : { seed: Number(process.env['FAULT_SEED']) }

const fault = fc.record({
  on: fc.constantFrom('create', 'status', 'publish', 'publish', 'list', 'read'),
  mode: fc.constantFrom('drop', 'server-error', 'action-blocked', 'unknown-code', 'not-ready', 'half-json'),
  effect: fc.constantFrom('before', 'after'),
  times: fc.constantFrom(1, 2, 60),
  skip: fc.integer({ min: 0, max: 2 }),
})
const request = fc.record({
  at: fc.integer({ min: 0, max: 60 }),
  what: fc.constantFrom('retry', 'retry', 'delete', 'disconnect'),
  post: fc.nat({ max: 2 }),
  dies: fc.boolean(),
})
const history = fc.record({
  faults: fc.array(fault, { maxLength: 5 }),
  kinds: fc.array(fc.constantFrom('image' as const, 'reel' as const, 'carousel 2' as const), {
    minLength: 1,
    maxLength: 3,
  }),
  requests: fc.array(request, { minLength: 1, maxLength: 6 }),
  later: fc.array(request, { maxLength: 4 }),
})

it('keeps every promise in any history of faults, deaths, retries, deletions and disconnections', async () => {
  const property = fc.asyncProperty(history, async ({ faults, kinds, requests, later }) => {
    const world = await createWorld({ containers: { publishedLag: 20_000 } })
    const user = aUser(world)
    for (const one of faults) world.sandbox.faults.add(one as FaultRequest)
    for (const [n, kind] of kinds.entries()) user.ids.push(await world.publish(`post ${n}`, kind))
    await runWith(world, user, requests, 30 * MINUTE)
    expect(await user.broken()).toEqual([])
    world.sandbox.faults.clear()
    await runWith(world, user, later, HOUR)
    await user.reconnect()
    await world.run(undefined, 60 * HOUR)
    expect(await user.broken()).toEqual([])
    expect(await user.waiting()).toEqual([])
    expect(await world.stores.ledger.nextDue(inDueLane())).toBeNull()
    world.close()
  })
  await fc.assert(property, { numRuns: HISTORIES, endOnFailure: true, ...SEED })
}, 7_200_000)

type Request = typeof request extends fc.Arbitrary<infer T> ? T : never
type User = ReturnType<typeof aUser>

async function runWith(world: World, user: User, requests: Request[], limit: number): Promise<void> {
  let passed = 0
  const answers: Promise<void>[] = []
  await world.run(() => {
    const due = requests.filter(({ at }) => at === passed)
    passed += 1
    for (const one of due) answers.push(user.ask(one))
    return due.some(({ dies }) => dies)
  }, limit)
  await Promise.all(answers)
}

/** Somebody who asks for things, and knows what was answered. */
function aUser(world: World) {
  const { stores, clock, accountId } = world
  const ports = { ...stores, clock, random: webCryptoRandom, userId: accountId, cloud: NO_CLOUD, wake() {} }
  const ids: string[] = []
  const account = stores.accounts.get(accountId)
  /** What was known of a post's publication when it was deleted. */
  const deleted = new Map<string, Promise<Publication | null>>()
  const deed = async ({ what, post }: Request): Promise<void> => {
    const id = ids[post % ids.length] ?? ''
    if (what === 'retry') {
      await retryPost(ports, id)
      return
    }
    if (what === 'disconnect') {
      await stores.ledger.failWaitingPosts(accountId, clock.now())
      await stores.accounts.remove(accountId)
      return
    }
    const known = stores.ledger.latestPublication(id)
    await deletePost(ports, id)
    deleted.set(id, known)
  }
  return {
    ids,
    async ask(asked: Request): Promise<void> {
      // A refusal is an answer; anything else would be a 500.
      await deed(asked).catch((error: unknown) => expect(error).toBeInstanceOf(CodedError))
    },
    async reconnect(): Promise<void> {
      const known = (await account) ?? expect.unreachable()
      if (!(await stores.accounts.get(accountId))) await stores.accounts.put(known)
    },
    /** Posts of the history that have come to no end. */
    async waiting(): Promise<string[]> {
      const { records } = await stores.posts.list({ limit: 100, offset: 0 })
      return records.flatMap(({ status }) => (status === 'PUBLISHED' || status === 'FAILED' ? [] : status))
    },
    async broken(): Promise<string[]> {
      const live = world.sandbox.live()
      const kept = await Promise.all(ids.map((id) => stores.posts.get(id)))
      const archive = (await stores.posts.listDeleted({ limit: 100, offset: 0 })).records
      const told = [...kept.flatMap((post) => post ?? []), ...archive.map(({ post }) => post)]
      const found = told.flatMap((post) => brokenPromises(post, live))
      for (const { post } of archive) {
        const known = await deleted.get(post.id)
        const neverSent = known !== undefined && (known?.intent ?? null) === null
        if (neverSent && liveOf(post, live).length > 0) found.push(`N5 "${post.caption}" was deleted in time`)
      }
      if (told.length !== ids.length) found.push(`N1 ${told.length} of ${ids.length} posts are told of`)
      // Under way is fine while it lasts, and what was cancelled stays as it was.
      return found.filter((promise) => !promise.startsWith('N7'))
    },
  }
}
