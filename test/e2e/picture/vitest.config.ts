// `npm run picture`: takes the README's picture anew. It is not part of any suite.
import { defineConfig } from 'vitest/config'
import e2e from '../vitest.config.ts'

export default defineConfig({
  root: e2e.root,
  test: { ...e2e.test, include: ['test/e2e/picture/take-picture.ts'] },
})
