// The tests that judge mutants, alone and in Node; which ones they are is decided by the launcher.
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { PATIENT } from '../patience.ts'

export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: { include: (process.env['NIGHTPOST_MUTANTS_TESTS'] ?? '').split(','), ...PATIENT },
})
