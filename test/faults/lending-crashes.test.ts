import { afterAll } from 'vitest'
import { describeLendingCrashes } from './lending-crash-cases.ts'
import { told } from './lending-crash-points.ts'

afterAll(() => console.info(`exchanges about reposts that were cut short: ${told.cases}`))

describeLendingCrashes(100, ['ok', 'lost', 'late'])
