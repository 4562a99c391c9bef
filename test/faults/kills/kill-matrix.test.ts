// Every outside call and every commit of an image publication, each a place where the power can go.
import { describe, it } from 'vitest'
import type { ContainerScript } from '../../../local-server/sandbox/behaviour/behaviour.ts'
import { share } from '../share.ts'
import { survives } from './kill-survival.ts'
import type { KillPoint } from './kill-world.ts'

const CALLS = ['create', 'status', 'publish', 'read'] as const
/** accept, claim, intent with the container, confirmed, permalink. */
const COMMITS = [1, 2, 3, 4, 5]

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

const EVERYWHERE = [...AT_CALLS, ...AT_FETCH, ...AT_COMMITS]

/** Frozen between the intent and the send, and while the answer is on its way. */
const DOUBTFUL: readonly KillPoint[] = [
  { on: 'commit', when: 'after', nth: 3 },
  { on: 'publish', when: 'acted' },
  { on: 'publish', when: 'unheard' },
]

/** The worst platform that we allow for: slow to say PUBLISHED, and it would publish a second time. */
const SLOW_AND_CARELESS: Partial<ContainerScript> = { publishedLag: 20_000, secondPublish: 'duplicate' }

describe('a server process killed while it publishes an image, and started again', () => {
  it.each(named(share(EVERYWHERE, 24)))('has published exactly once: killed at %s', async (_name, point) => {
    await survives({ point })
  })

  it.each(named(share(aroundThePublish(), 8)))(
    'has published exactly once on a slow and careless platform: killed at %s',
    async (_name, point) => {
      await survives({ point, containers: SLOW_AND_CARELESS })
    },
  )
})

describe('a server process killed amid the bytes of a reel, and started again', () => {
  it('has published it exactly once', async () => {
    const containers = { ...SLOW_AND_CARELESS, processing: 20_000 }
    await survives({ point: { on: 'bytes of the video', when: 'amid' }, kind: 'reel', containers })
  })
})

describe('a server process that is frozen for two minutes while it publishes an image', () => {
  it.each(named(share(DOUBTFUL, 3)))('has published exactly once: frozen at %s', async (_name, point) => {
    await survives({ point, containers: SLOW_AND_CARELESS, blow: 'freeze' })
  })
})

function aroundThePublish(): KillPoint[] {
  return [...AT_CALLS, ...AT_COMMITS].filter(
    (point) => point.on === 'publish' || (point.on === 'commit' && point.nth >= 3 && point.nth <= 4),
  )
}

function named(points: readonly KillPoint[]): [string, KillPoint][] {
  return points.map((point) => [Object.values(point).join(' '), point])
}
