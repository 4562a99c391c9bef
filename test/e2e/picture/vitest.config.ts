// `npm run picture`: takes the README's picture anew. It is not part of any suite.
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { PATIENT } from '../../patience.ts'

const root = join(import.meta.dirname, '../../..')

export default defineConfig({
  root,
  test: {
    root,
    include: ['test/e2e/picture/take-picture.ts'],
    setupFiles: ['test/process-harness/after-each-file.ts'],
    ...PATIENT,
  },
})
