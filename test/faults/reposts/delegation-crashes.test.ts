import { afterAll } from 'vitest'
import { describeDelegationCrashes } from './delegation-crash-cases.ts'
import { tally } from './delegation-crash-points.ts'

afterAll(() => console.info(`exchanges about reposts that were cut short: ${tally.cases}`))

describeDelegationCrashes(150, ['ok', 'lost', 'late'])
