import { beforeEach, describe, expect, it } from 'vitest'
import { createFiguresReader } from '../../../../../core/engine/platform/insights/read-figures.ts'
import { HOUR } from '../../../../../core/time.ts'
import { START } from '../../../../factories.ts'
import { createManualClock } from '../../../../fakes/manual-clock.ts'
import { aShown, createAudience } from '../../../../fakes/platform/audience.ts'

const ACCESS = {
  accountId: '00000000-0000-4000-8000-00000000000a',
  igUserId: '17841400000000000',
  token: 'IG',
  loginMethod: 'platform',
  isSandbox: false,
  page: null,
  pausedUntil: null,
} as const

describe('a reader of figures', () => {
  let audience: ReturnType<typeof createAudience>
  let figures: ReturnType<typeof createFiguresReader>
  beforeEach(() => {
    const clock = createManualClock()
    audience = createAudience(clock)
    audience.media = ['1', '2'].map((igMediaId) => aShown({ igMediaId, publishedAt: START }))
    figures = createFiguresReader(audience.calls)
    clock.advance(HOUR)
  })
  const ofMedia = (igMediaId: string, kind: 'IMAGE' | 'STORIES' = 'IMAGE') =>
    figures.read(ACCESS, { igMediaId, kind }, () => true)
  const list = (of: 'posts' | 'stories', after: string | null = null) =>
    figures.list(ACCESS, { of, after }, () => true)

  it('takes no metric from the others when everything is refused of one media', async () => {
    audience.odd.add('1')
    expect(await ofMedia('1')).toMatchObject({ values: {}, reason: 'not-answered' })
    expect(audience.heard.length).toBeLessThanOrEqual(7)
    expect(await ofMedia('2')).toMatchObject({ kind: 'read', values: { reach: 6, views: 12, likes: 1 } })
  })

  it('reads a list with its figures again once the refused metric is known', async () => {
    audience.refused.add('saved')
    expect(await list('posts')).toMatchObject({ asked: [] })
    await ofMedia('1')
    const read = await list('posts')
    expect(read).toMatchObject({ page: { media: [{ figures: { reach: 6 } }, {}] } })
  })

  it('reads a list without figures, at one call, after one media failed all of them', async () => {
    audience.odd.add('1')
    await list('posts')
    const before = audience.heard.length
    expect(await list('posts')).toMatchObject({ asked: [], page: { media: [{}, {}] } })
    expect(audience.heard.length - before).toBe(1)
  })

  it('ends a list whose place the platform no longer knows, and reads the newest with their figures', async () => {
    expect(await list('posts', 'lost')).toMatchObject({ page: { media: [], next: null } })
    expect(await list('posts')).toMatchObject({ page: { media: [{ figures: { reach: 6 } }, {}] } })
  })
})
