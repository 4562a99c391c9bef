// The crash matrix of what follows under a live post: the process dies before and after each outside call and each commit, or an
// answer is lost. Each time the post is live once and PUBLISHED, and has its first comment at most once.
import { ENGLISH } from '../../../core/rules/notices/english/english.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { HOUR } from '../../../core/time.ts'
import { warningSentence } from '../../../core/rules/notices/sentences.ts'
import type { FaultRequest } from '../../../local-server/sandbox/faults/fault.ts'
import type { PostKind } from '../kinds/post-kinds.ts'
import { distinctPoints, type CrashPoint } from '../mortal-ports.ts'
import { share } from '../share.ts'
import { createWorld, type World, type WorldOptions } from '../publishing-world.ts'

const TEXT = 'Recipe on @demo.kitchen #bread'
const KINDS = ['image', 'carousel 2'] as const
const LOGINS = ['platform', 'partner'] as const
/** A platform that is slow to say what it did. */
const CARELESS: WorldOptions = {
  containers: { publishedLag: 20_000, secondPublish: 'duplicate' },
  behaviour: { commentLag: 20_000 },
}
const EVERY_CASE = LOGINS.flatMap((login) => KINDS.map((kind) => [kind, login] as const))
/** Every day each kind and each login once; before a release all of them together. */
const CASES = share(EVERY_CASE, 6)
type Case = readonly [kind: PostKind, login: (typeof LOGINS)[number]]

let cases = 0
afterAll(() => console.info(`first comments: ${cases} cases, each with one comment at most`))

interface Outcome {
  readonly comments: number
  readonly commentsEnabled: boolean
  readonly warnings: readonly string[]
}

async function outcomeOf(
  [kind, login]: Case,
  what: string,
  live: (world: World) => Promise<void>,
): Promise<Outcome> {
  const world = await createWorld({ ...CARELESS, login })
  const id = await world.publish('once', kind, { firstComment: TEXT, commentsEnabled: false })
  await live(world)
  const post = await world.post(id)
  const [media, ...others] = world.sandbox.live()
  expect(await world.brokenPromises(), what).toEqual([])
  expect(others, what).toEqual([])
  expect(post.status, what).toBe('PUBLISHED')
  const own = media?.comments.filter(({ username }) => username === media.accountUsername) ?? []
  const comments = own.length
  expect(comments, what).toBeLessThanOrEqual(1)
  world.close()
  cases += 1
  return {
    comments,
    commentsEnabled: media?.commentsEnabled ?? expect.unreachable(),
    warnings: (post.warnings ?? []).map((one) => warningSentence(one, ENGLISH)),
  }
}

async function pointsOf(subject: Case): Promise<CrashPoint[]> {
  const points: CrashPoint[] = []
  await outcomeOf(subject, 'without a fault', (world) => world.run((point) => (points.push(point), false)))
  return points
}

const EVERY_KIND = LOGINS.flatMap((login) =>
  (['image', 'reel', 'carousel 2'] as const).map((kind) => [kind, login] as const),
)

describe('what goes under a post', () => {
  it.each(EVERY_KIND)('follows a %s by the %s login with one call for each', async (...subject) => {
    const points: CrashPoint[] = []
    const outcome = await outcomeOf(subject, 'without a fault', (world) =>
      world.run((point) => (points.push(point), false)),
    )
    expect(outcome).toEqual({ comments: 1, commentsEnabled: false, warnings: [] })
    const calls = points.filter((point) => point.startsWith('before') && !/claim|commit/.test(point))
    expect(calls.slice(-4)).toEqual([
      'before publishContainer',
      'before permalink',
      'before addComment',
      'before disableComments',
    ])
  })
})

describe('a process that dies while it looks after a live post', () => {
  it.each(CASES)('a %s, by the %s login: leaves one comment, switched off after it', async (...subject) => {
    const points = await pointsOf(subject)
    for (const [index, point] of share(distinctPoints(points), 4)) {
      let passed = 0
      const outcome = await outcomeOf(subject, point, (world) => world.run(() => passed++ === index))
      expect(outcome, point).toEqual({ comments: 1, commentsEnabled: false, warnings: [] })
    }
    expect(points).toContain('after addComment')
  })
})

const ANSWERS = ['drop', 'server-error', 'unknown-failure', 'empty', 'html', 'half-json'] as const

describe('an answer that does not say what happened', () => {
  it.each(CASES)('to the comment on a %s, by the %s login: one comment', async (...subject) => {
    for (const mode of ANSWERS) {
      for (const effect of ['before', 'after'] as const) {
        const outcome = await outcomeOf(subject, `${mode} ${effect}`, (world) => {
          world.sandbox.faults.add({ on: 'comments', mode, effect })
          return world.run()
        })
        expect(outcome, `${mode} ${effect}`).toEqual({ comments: 1, commentsEnabled: false, warnings: [] })
      }
    }
  })

  it.each(CASES)('to each call for a %s, by the %s login: one comment', async (...subject) => {
    const calls = { publish: 1, read: 1, comments: 3, comment: 1 } as const
    for (const [on, times] of Object.entries(calls) as [keyof typeof calls, number][]) {
      for (let skip = 0; skip < times; skip += 1) {
        const outcome = await outcomeOf(subject, `${on} ${skip}`, (world) => {
          // The first answer about comments is lost as well, so that they are read.
          if (on === 'comments' && skip > 0) world.sandbox.faults.add({ on, mode: 'drop', effect: 'after' })
          world.sandbox.faults.add({ on, mode: 'drop', effect: 'after', skip: skip > 0 ? skip - 1 : 0 })
          return world.run()
        })
        expect(outcome, `${on} ${skip}`).toEqual({ comments: 1, commentsEnabled: false, warnings: [] })
      }
    }
  })
})

const CAUSES: readonly [what: string, fault: FaultRequest, told: RegExp][] = [
  ['a missing permission', { on: 'comments', mode: 'permission-missing', times: 100 }, /permission/],
  ['a block', { on: 'comments', mode: 'action-blocked' }, /restrict/],
  ['a refused text', { on: 'comments', mode: 'error', code: 100, message: 'Not so' }, /Not so/],
]

describe('a comment that cannot be posted', () => {
  it.each(CAUSES)('because of %s never fails the post', async (_what, fault, told) => {
    const { comments, warnings } = await outcomeOf(['image', 'platform'], fault.mode, (world) => {
      world.sandbox.faults.add(fault)
      return world.run(undefined, 30 * HOUR)
    })
    expect(comments).toBe(0)
    expect(warnings).toEqual([expect.stringMatching(/was not posted: /)])
    expect(warnings.join('')).toMatch(told)
  })
})
