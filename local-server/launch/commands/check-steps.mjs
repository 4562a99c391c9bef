// What `npm run check` runs, and the only place to add to it. Steps run two at a time; each is a list of commands on
// Node 24, in order, ending at the first that fails. A path below node_modules is a package's own program.

/** @typedef {{ name: string, commands: string[][], env?: Record<string, string>, needs?: string }} Step */

const tsc = (/** @type {string} */ project) => ['node_modules/typescript/bin/tsc', '-p', project]

/** @type {Step[]} */
export const STEPS = [
  { name: 'format', commands: [['node_modules/oxfmt/bin/oxfmt', '--check']] },
  {
    name: 'lint and boundaries',
    commands: [['node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings']],
  },
  { name: 'types: core', commands: [tsc('core')] },
  { name: 'types: local-server', commands: [tsc('local-server')] },
  { name: 'types: page', commands: [tsc('local-server/ui')], needs: 'local-server/ui/src' },
  { name: 'types: cloud-worker', commands: [tsc('cloud-worker')] },
  { name: 'types: test', commands: [tsc('test')] },
  { name: 'types: test/cloud-worker', commands: [tsc('test/cloud-worker')] },
  {
    name: 'OpenAPI document',
    commands: [
      ['test/api/write-openapi.ts', '.cache/openapi.json'],
      [
        'node_modules/@redocly/cli/bin/cli.js',
        'lint',
        '.cache/openapi.json',
        '--extends',
        'recommended-strict',
        // The contract has /posts/draft/{id} beside /posts/{id}/retry. Ids are UUIDs, so no request is in doubt.
        '--skip-rule',
        'no-ambiguous-paths',
      ],
    ],
    env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  },
  {
    name: 'Worker deploys by hand',
    commands: [['node_modules/wrangler/bin/wrangler.js', 'deploy', '--dry-run']],
    // Without the banner it does not ask the registry for a newer version of itself.
    env: { WRANGLER_SEND_METRICS: 'false', WRANGLER_HIDE_BANNER: 'true', WRANGLER_WRITE_LOGS: 'false' },
  },
  { name: 'dead code', commands: [['node_modules/knip/bin/knip.js', '--config', '.knip.json']] },
]
