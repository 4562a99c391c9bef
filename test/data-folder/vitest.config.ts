// `npm run data-folder`: writes the data folder that the next version has to open. It is not part of any suite.
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { PATIENT } from '../patience.ts'

const root = join(import.meta.dirname, '../..')

export default defineConfig({
  root,
  test: {
    root,
    include: ['test/data-folder/write-data-folder.ts'],
    setupFiles: ['test/process-harness/after-each-file.ts'],
    ...PATIENT,
  },
})
