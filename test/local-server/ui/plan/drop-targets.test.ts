import { describe, expect, it } from 'vitest'
import { dropOn, movedAlong, type Cargo } from '../../../../local-server/ui/src/plan/drag/drop-targets.ts'
import { plannedPostBody } from '../../../../core/features/posts/bodies/planned-post-body.ts'
import { aPost } from '../../../factories.ts'

const clocks = { zone: 'UTC', timeOn: (day: string) => `${day}T18:00` }
const at = Date.parse('2026-12-02T09:20:00Z')
const planned = (change: Parameters<typeof aPost>[0]) =>
  plannedPostBody({ post: aPost(change), at, mediaCount: 1, thumbnailKey: null }, at)
const one = planned({ status: 'SCHEDULED', scheduledFor: at })
const other = planned({ status: 'SCHEDULED', scheduledFor: at })
const cargo = (posts: readonly (typeof one)[], isCopy = false): Cargo => {
  const [first = one, ...more] = posts
  return { kind: 'posts', posts: [first, ...more], isCopy }
}

describe('several posts that are carried', () => {
  it('go to a day together, by the distance that the one in the hand goes', () => {
    const both = cargo([one, other])
    expect(dropOn(both, { kind: 'day', day: '2026-12-05' }, clocks)).toEqual({
      kind: 'move',
      wall: '2026-12-05T09:20',
    })
    expect(movedAlong(['2026-12-02T09:20', '2026-12-04T23:30'], '2026-12-03T10:00')).toEqual([
      '2026-12-03T10:00',
      '2026-12-06T00:10',
    ])
  })

  it('neither swap with a post nor fill a slot, which has room for one', () => {
    const both = cargo([one, other])
    const third = planned({ status: 'SCHEDULED', scheduledFor: at })
    expect(dropOn(both, { kind: 'post', post: third }, clocks)).toBeNull()
    expect(dropOn(both, { kind: 'slot', accountId: one.platformAccountId, at }, clocks)).toBeNull()
    expect(dropOn(both, { kind: 'tray' }, clocks)).toEqual({ kind: 'unschedule' })
  })
})

describe('a copy that is carried', () => {
  it('takes a day, or is a draft, and swaps with nothing', () => {
    const copy = cargo([one], true)
    expect(dropOn(copy, { kind: 'post', post: other }, clocks)).toBeNull()
    expect(dropOn(copy, { kind: 'tray' }, clocks)).toEqual({ kind: 'unschedule' })
    expect(dropOn(copy, { kind: 'day', day: '2026-12-03' }, clocks)).toMatchObject({ kind: 'move' })
    expect(dropOn(copy, { kind: 'day', day: '2026-12-02' }, clocks)).toBeNull()
  })
})
