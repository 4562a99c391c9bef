// The kill matrix for a reel and a carousel, and every point of all three kinds frozen instead of killed. Takes minutes.
import { describe, it } from 'vitest'
import { survives, type StruckKind } from './kill-survival.ts'
import type { KillPoint } from './kill-world.ts'

const CALLS = ['create', 'status', 'publish', 'read'] as const
/** At least so many: a status that is read once more adds one. */
const COMMITS = { image: 5, reel: 5, carousel: 9 } as const
const CARELESS = { publishedLag: 20_000, secondPublish: 'duplicate' } as const

function pointsOf(kind: StruckKind): [string, KillPoint][] {
  const calls = CALLS.flatMap((on) =>
    (['unacted', 'acted', 'unheard'] as const).map((when) => ({ on, when })),
  )
  const commits = Array.from({ length: COMMITS[kind] }, (_, index) => index + 1).flatMap((nth) =>
    (['before', 'after'] as const).map((when) => ({ on: 'commit' as const, when, nth })),
  )
  return [...calls, ...commits].map((point) => [Object.values(point).join(' '), point])
}

describe.each(['reel', 'carousel'] as const)('a server process killed while it publishes a %s', (kind) => {
  it.each(pointsOf(kind))('has published exactly once: killed at %s', async (_name, point) => {
    await survives({ point, kind, containers: CARELESS })
  })
})

describe.each(['image', 'reel', 'carousel'] as const)(
  'a server process frozen for two minutes while it publishes a %s',
  (kind) => {
    it.each(pointsOf(kind))('has published exactly once: frozen at %s', async (_name, point) => {
      await survives({ point, kind, containers: CARELESS, blow: 'freeze' })
    })
  },
)
