import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { ClosingLineReporter } from './closing-line-reporter.ts'
import { PATIENT } from './patience.ts'
import { WORKER_SECRETS } from './worker-secrets.ts'

const root = join(import.meta.dirname, '..')
// A test file may hold a server, a workerd and a browserless client: more than two at once only wait for each other.
const maxWorkers = Math.min(2, availableParallelism())

/** Small tests that start no process. */
const SMALL = [
  'test/core/**/*.test.ts',
  'test/local-server/{disk,http,loops,power,private-api,s3,sandbox,undici}/**/*.test.ts',
  'test/provider-double/**/*.test.ts',
]
/** The page’s, whose files take vite’s server, too. */
const PAGE = 'test/local-server/ui/**/*.test.ts'
/** Large tests, which start no process either. */
const LARGE = 'test/faults/{cloud,comments,handover,kinds,reposts}/**/*.test.ts'
/** Start processes, and keep what they know in them. */
const PROCESSES = 'test/{local-server/{process,worker},together}/**/*.test.ts'
const TOO_LONG = '**/*.long.test.ts'
/**
 * One measures memory (hostile-replies), one must find the globals as Node has them, which Hono's listener replaces (client), and the
 * others replace a module that other files have loaded, which takes vite’s server: Node loads all others itself.
 */
const ALONE = [
  'test/local-server/backup/restore.test.ts',
  'test/local-server/cli/{call-api,doctor,export-posts,import-posts}.test.ts',
  'test/local-server/wire/{backups,sandbox}.test.ts',
  'test/core/engine/platform/hostile-replies.node.test.ts',
  'test/local-server/client.test.ts',
  'test/local-server/disk/disk-blob-store.test.ts',
  'test/local-server/ui/{api-client,import-batches,import-table}.test.ts',
  'test/local-server/watched-folder/watched-folder.test.ts',
]

const inNode = {
  maxWorkers,
  execArgv: ['--import', pathToFileURL(join(root, 'test/find-drizzle-once.ts')).href],
  setupFiles: ['test/process-harness/after-each-file.ts', 'test/held-to-the-document/after-each-file.ts'],
  ...PATIENT,
}

/** Node loads the sources itself, as it does for `npm run world`: a tenth less work than by way of vite’s server. */
const loadedByNode = { experimental: { viteModuleRunner: false, nodeLoader: false } }

const inWorkerd = () =>
  cloudflareTest({
    wrangler: { configPath: join(root, 'wrangler.toml') },
    miniflare: { bindings: WORKER_SECRETS },
  })

// The files of a project share what they have loaded, so they keep nothing between two of them. There are several projects
// because in one heap with everything else the large files take twice as long.
export default defineConfig({
  root,
  test: {
    reporters: ['default', new ClosingLineReporter()],
    maxWorkers,
    globalSetup: ['test/held-to-the-document/provide-document.ts'],
    projects: [
      {
        root,
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: [
            ...SMALL,
            PAGE,
            LARGE,
            PROCESSES,
            ...ALONE,
            'test/cloud-worker/**',
            'test/e2e/**',
            'test/boundaries/fixture/**',
            TOO_LONG,
          ],
          ...inNode,
          ...loadedByNode,
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        root,
        test: { name: 'alone', include: ALONE, ...inNode, sequence: { groupOrder: 0 } },
      },
      {
        root,
        test: {
          name: 'page',
          include: [PAGE],
          exclude: ALONE,
          ...inNode,
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        root,
        test: {
          name: 'processes',
          include: [PROCESSES],
          exclude: [TOO_LONG],
          ...inNode,
          ...loadedByNode,
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        root,
        test: {
          name: 'small',
          include: SMALL,
          exclude: [...ALONE, TOO_LONG],
          ...inNode,
          ...loadedByNode,
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        root,
        test: {
          name: 'large',
          include: [LARGE],
          exclude: [TOO_LONG],
          ...inNode,
          ...loadedByNode,
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        // What the Worker runs of core, once more in its runtime.
        root,
        plugins: [inWorkerd()],
        test: {
          name: 'workers',
          include: ['test/core/*.test.ts', 'test/core/{rules,engine}/**/*.test.ts'],
          exclude: ['test/core/**/*.node.test.ts'],
          maxWorkers,
          ...PATIENT,
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        root,
        plugins: [inWorkerd()],
        test: {
          name: 'cloud-worker',
          include: ['test/cloud-worker/**/*.test.ts'],
          setupFiles: ['test/cloud-worker/begin-empty.ts'],
          maxWorkers,
          ...PATIENT,
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
    ],
  },
})
