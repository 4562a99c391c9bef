import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { ClosingLineReporter } from './closing-line-reporter.ts'

const root = join(import.meta.dirname, '..')
// A test file may hold a server, a workerd and a browserless client: more than two at once only wait for each other.
const maxWorkers = Math.min(2, availableParallelism())

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
          include: ['test/**/*.test.ts'],
          exclude: ['test/cloud-worker/**', 'test/e2e/**', 'test/boundaries/fixture/**', '**/*.long.test.ts'],
          maxWorkers,
          setupFiles: ['test/held-to-the-document/after-each-file.ts'],
          // Some tests start real processes, on machines that are busy with others.
          testTimeout: 30_000,
          hookTimeout: 30_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        // The same core tests once more, in the runtime of the Worker.
        root,
        plugins: [cloudflareTest({ wrangler: { configPath: join(root, 'wrangler.toml') } })],
        test: {
          name: 'workers',
          include: ['test/core/**/*.test.ts', 'test/cloud-worker/**/*.test.ts'],
          exclude: ['test/core/**/*.node.test.ts'],
          maxWorkers,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
