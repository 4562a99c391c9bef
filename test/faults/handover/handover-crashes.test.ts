import { afterAll, describe, it } from 'vitest'
import { describeCrashes } from './handover-crash-cases.ts'
import { tally } from './handover-crash-points.ts'
import { openAroundItsTime } from '../open-around-its-time.ts'

afterAll(() =>
  console.info(
    `hand-overs that were cut short: ${tally.cases}; acknowledged ${tally.yes}, refused ${tally.no}, unanswered ${tally.silence}`,
  ),
)

describeCrashes(12)

describe('a desktop that is opened around the time of a post', () => {
  it('finds it live once and says so within a minute', () => openAroundItsTime(13))
})
