// A data folder that was backed up at any moment of a publication and restored after it: the run that was lost has
// posted the first comment, and the one that goes on finds it.
import { expect, it } from 'vitest'
import { DAY, HOUR, SECOND } from '../../../core/time.ts'
import { FILES } from '../kinds/post-kinds.ts'
import type { CrashPoint } from '../mortal-ports.ts'
import { publishElsewhere } from '../other-app.ts'
import { createWorld } from '../publishing-world.ts'

const UNDER = { firstComment: 'Recipe below', commentsEnabled: false }

/** The number of moments of a publication, and the first of them that may matter for the comment. */
async function momentsOf(under: typeof UNDER): Promise<{ first: number; all: number }> {
  const world = await createWorld()
  await world.publish('count', 'image', under)
  const points: CrashPoint[] = []
  await world.run((point) => (points.push(point), false))
  return { first: points.indexOf('before publishContainer'), all: points.length }
}

// Where comments are off by then, no other one could be posted.
it.each([
  ['one comment, and others may follow it', true],
  ['one comment', false],
])(
  'a restored post has %s, whenever the folder was backed up while it was published',
  async (_has, others) => {
    const under = { ...UNDER, commentsEnabled: others }
    const { first, all } = await momentsOf(under)
    for (let at = first; at < all; at += 1) {
      const before = await createWorld({ behaviour: { commentLag: 20 * SECOND } })
      const id = await before.publish('once', 'image', under)
      let [passed, backup] = [0, '']
      await before.run(() => {
        if (passed++ === at) backup = before.backUp()
        return false
      })
      before.clock.advance(HOUR)
      const world = await createWorld({ restored: { world: before, backup }, released: true })
      await world.run()
      const [media, ...more] = world.sandbox.live()
      expect(more, `moment ${at}`).toEqual([])
      expect(media, `moment ${at}`).toMatchObject({
        comments: [{ text: UNDER.firstComment }],
        commentsEnabled: others,
      })
      expect((await world.post(id)).status, `moment ${at}`).toBe('PUBLISHED')
    }
    expect(all - first).toBeGreaterThan(10)
  },
)

it.each([
  ['another picture of its minute', 1],
  ['99 media since', 99],
])('a post that was found live stays PUBLISHED, although the profile has %s', async (_media, others) => {
  const before = await createWorld({ behaviour: { quota: 100 } })
  const id = await before.publish('once', 'image', UNDER)
  const backup = before.backUp()
  await before.run(undefined, 10 * SECOND)
  await publishElsewhere(before, others, `http://127.0.0.1:4200/media/${FILES[0]?.publicKey}`)
  before.clock.advance(HOUR)
  const world = await createWorld({ restored: { world: before, backup } })
  await world.run(undefined, DAY)
  expect(await world.brokenPromises()).toEqual([])
  expect(await world.post(id)).toMatchObject({
    status: 'PUBLISHED',
    publishOutcome: 'confirmed',
    errorDetail: null,
  })
})
