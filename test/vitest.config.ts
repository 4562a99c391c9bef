import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { ClosingLineReporter } from './closing-line-reporter.ts'
import { PATIENT } from './patience.ts'
import { WORKER_SECRETS } from './worker-secrets.ts'

const root = join(import.meta.dirname, '..')
// A test file may hold a server, a workerd and a browserless client: more than two at once only wait for each other.
const maxWorkers = Math.min(2, availableParallelism())

const SHARING = ['test/core/**/*.test.ts', 'test/local-server/sandbox/**/*.test.ts']
/** Measures memory, so it needs one of its own. */
const ALONE = 'test/core/platform/hostile-replies.node.test.ts'

const inNode = {
  maxWorkers,
  setupFiles: ['test/held-to-the-document/after-each-file.ts'],
  ...PATIENT,
}

const inWorkerd = () =>
  cloudflareTest({
    wrangler: { configPath: join(root, 'wrangler.toml') },
    miniflare: { bindings: WORKER_SECRETS },
  })

export default defineConfig({
  root,
  test: {
    reporters: ['default', new ClosingLineReporter()],
    maxWorkers,
    projects: [
      {
        root,
        test: {
          name: 'node',
          include: ['test/!(core)/**/*.test.ts', ALONE],
          exclude: [
            'test/local-server/sandbox/**',
            'test/cloud-worker/**',
            'test/e2e/**',
            'test/boundaries/fixture/**',
            '**/*.long.test.ts',
          ],
          ...inNode,
          sequence: { groupOrder: 0 },
        },
      },
      {
        // Small tests that start no process keep nothing between two of them: their files share what they have loaded. Not the
        // large ones: in one heap with everything else they take twice as long.
        root,
        test: {
          name: 'shared',
          include: SHARING,
          exclude: [ALONE],
          ...inNode,
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        // The same core tests once more, in the runtime of the Worker.
        root,
        plugins: [inWorkerd()],
        test: {
          name: 'workers',
          include: ['test/core/**/*.test.ts'],
          exclude: ['test/core/**/*.node.test.ts'],
          maxWorkers,
          ...PATIENT,
          isolate: false,
          sequence: { groupOrder: 2 },
        },
      },
      {
        root,
        plugins: [inWorkerd()],
        test: {
          name: 'cloud-worker',
          include: ['test/cloud-worker/**/*.test.ts'],
          maxWorkers,
          ...PATIENT,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})
