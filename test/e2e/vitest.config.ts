import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { ClosingLineReporter } from '../closing-line-reporter.ts'
import { PATIENT } from '../patience.ts'

const root = join(import.meta.dirname, '../..')

export default defineConfig({
  root,
  test: {
    include: ['test/e2e/**/*.e2e.ts'],
    setupFiles: ['test/process-harness/after-each-file.ts', 'test/e2e/after-each-test.ts'],
    reporters: ['default', new ClosingLineReporter()],
    maxWorkers: Math.min(2, availableParallelism()),
    ...PATIENT,
  },
})
