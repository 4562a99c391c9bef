// `npm run faults`: every case of which a day tries a share, and those that are too long for every day; the Worker's in its own
// runtime, with 25 times as many rounds.
import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { ClosingLineReporter } from '../closing-line-reporter.ts'
import { PATIENT } from '../patience.ts'
import { WORKER_SECRETS } from '../worker-secrets.ts'

const root = join(import.meta.dirname, '..', '..')
const maxWorkers = Math.min(2, availableParallelism())

/** Those of which `npm test` tries a part. */
function filesThatShare(): string[] {
  const files = globSync('test/**/*.test.ts', { cwd: root })
  return files.filter((file) => /faults\/share\.ts/.test(readFileSync(join(root, file), 'utf8')))
}

export default defineConfig({
  root,
  test: {
    reporters: ['default', new ClosingLineReporter()],
    maxWorkers,
    projects: [
      {
        root,
        test: {
          name: 'faults',
          include: ['test/faults/**/*.test.ts', 'test/**/*.long.test.ts', ...filesThatShare()],
          env: { FAULTS: 'all' },
          maxWorkers,
          setupFiles: ['test/process-harness/after-each-file.ts'],
          ...PATIENT,
          sequence: { groupOrder: 0 },
        },
      },
      {
        root,
        plugins: [
          cloudflareTest({
            wrangler: { configPath: join(root, 'wrangler.toml') },
            miniflare: { bindings: { ...WORKER_SECRETS, ROUNDS: '25' } },
          }),
        ],
        test: {
          name: 'worker-faults',
          include: ['test/cloud-worker/**/*.test.ts'],
          maxWorkers,
          ...PATIENT,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
