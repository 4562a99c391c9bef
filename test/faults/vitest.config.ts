// `npm run faults`: the fault tests of every day with far more histories, and those that are too long for every day.
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { ClosingLineReporter } from '../closing-line-reporter.ts'

export default defineConfig({
  root: join(import.meta.dirname, '..', '..'),
  test: {
    name: 'faults',
    reporters: ['default', new ClosingLineReporter()],
    include: ['test/faults/**/*.test.ts', 'test/**/*.long.test.ts'],
    env: { FAULT_HISTORIES: process.env['FAULT_HISTORIES'] ?? '10000' },
    maxWorkers: Math.min(2, availableParallelism()),
    testTimeout: 120_000,
    hookTimeout: 30_000,
  },
})
