import { afterAll, describe, it } from 'vitest'
import { describeCrashes } from './handover-crash-cases.ts'
import { told } from './handover-crash-points.ts'
import { openAroundItsTime } from './open-around-its-time.ts'

afterAll(() =>
  console.info(
    `hand-overs that were cut short: ${told.cases}; acknowledged ${told.yes}, refused ${told.no}, unanswered ${told.silence}`,
  ),
)

describeCrashes(8)

describe('a desktop that is opened around the time of a post', () => {
  it('finds it live once and says so within a minute', () => openAroundItsTime(13))
})
