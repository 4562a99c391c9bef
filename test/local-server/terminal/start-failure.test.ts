import { expect, it } from 'vitest'
import { asFailure, StartFailure } from '../../../local-server/terminal/start-failure.ts'

it('an error that nobody expected is told in one short line, a failure with its own words', () => {
  const failure = new StartFailure('week.csv cannot be read.', 'Name another.')
  expect(asFailure(failure)).toBe(failure)
  const unexpected = asFailure(new RangeError(`Forbidden\n${'program '.repeat(20_000)}`))
  expect(unexpected).toMatchObject({ name: 'StartFailure', message: 'Nightpost itself failed: Forbidden' })
})
