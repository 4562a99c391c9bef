import { describe, expect, it } from 'vitest'
import { newRecords } from '../../../../core/engine/reposts/new-records.ts'
import { HOUR, SECOND } from '../../../../core/time.ts'
import { START } from '../../../factories.ts'
import { createManualClock } from '../../../fakes/manual-clock.ts'
import { aMention, aRepostConfig, aRepostRecord } from '../../../fakes/reposts/repost-records.ts'
import { createSeededRandom } from '../../../fakes/seeded-random.ts'

const ports = { random: createSeededRandom(), clock: createManualClock(), owner: 'here' } as const

const recordOf = (
  mention: Partial<ReturnType<typeof aMention>>,
  config = {},
  known: ReturnType<typeof aRepostRecord>[] = [],
) => newRecords(ports, aRepostConfig(config), { mentions: [aMention(mention)], known })[0]

describe('a mention that was found', () => {
  it('waits for its turn where reposting is switched on, and otherwise for a click', () => {
    expect(recordOf({}, { autoRepostEnabled: true })).toMatchObject({ status: 'PENDING', auto: true })
    expect(recordOf({})).toMatchObject({ status: 'PENDING', auto: false, runner: 'here', version: 1 })
  })

  it('from before the time at which mentions begin to count waits for a click', () => {
    const config = { autoRepostEnabled: true, ignoreBefore: START + 1 }
    expect(recordOf({ mentionedAt: START }, config)?.auto).toBe(false)
    expect(recordOf({ mentionedAt: START + 1 }, config)?.auto).toBe(true)
  })

  it.each([
    [{ gone: 'private' } as const, 'private', 'AUTHOR_PRIVATE'],
    [{ expiresAt: START }, 'expired', 'STORY_EXPIRED'],
  ])('is over at once: %j', (mention, gone, code) => {
    expect(recordOf(mention)).toMatchObject({ status: 'EXPIRED', gone, errorDetail: { code } })
  })

  it.each([
    ['at the same second', SECOND, {}, 'DISMISSED'],
    ['an hour later', HOUR, {}, 'PENDING'],
    ['of somebody else', 0, { originalUsername: 'ilse.eats' }, 'PENDING'],
    ['by the same source', 0, { transport: 'native' }, 'PENDING'],
  ] as const)('is not offered twice when the other source had found it: %s', (_, later, change, status) => {
    const known = aRepostRecord({
      transport: 'official',
      originalUsername: 'ana.reads',
      mentionedAt: START,
      ...change,
    })
    const mention = { transport: 'native', posterUsername: 'ana.reads', mentionedAt: START + later } as const
    expect(recordOf(mention, { autoRepostEnabled: true }, [known])?.status).toBe(status)
  })

  it('is not told again as a message without a story, which is all that a deleted story leaves', () => {
    const known = aRepostRecord({ transport: 'native', key: 'native:17', itemId: 'message' })
    const message = { transport: 'native', key: 'native:message', itemId: 'message', storyId: null } as const
    expect(recordOf({ ...message, gone: 'unavailable' }, {}, [known])).toBeUndefined()
    expect(recordOf({ ...message, gone: 'unavailable' })).toMatchObject({ status: 'EXPIRED' })
  })
})
