import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { ClosingLineReporter } from '../closing-line-reporter.ts'

const root = join(import.meta.dirname, '../..')

export default defineConfig({
  root,
  test: {
    include: ['test/e2e/**/*.e2e.ts'],
    reporters: ['default', new ClosingLineReporter()],
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})
