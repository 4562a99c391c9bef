// The real `wrangler dev`, which people start when they deploy by hand: wrangler's own bundle of the Worker, on loopback, with a
// folder of its own, telling nobody about it.
import { createRequire } from 'node:module'
import { newFolder } from './own-folders.ts'
import { startNode, type Ended } from './running-program.ts'

export interface WranglerDev {
  readonly url: string
  /** What connects a server to it, but for the bucket. */
  readonly variables: Readonly<Record<string, string>>
  /** `wrangler dev` has no clock: what the platform does each minute is asked for. */
  cron(): Promise<void>
  stop(): Promise<Ended>
}

const SECRETS = { WORKER_API_KEY: 'the-worker-key', ENCRYPTION_KEY: 'A'.repeat(43) }

/** Resolves when it is ready. Must be stopped: only wrangler ends the runtime beside it. */
export async function startWranglerDev(): Promise<WranglerDev> {
  const home = newFolder()
  const wrangler = createRequire(import.meta.url).resolve('wrangler/package.json')
  const program = startNode([wrangler.replace(/package\.json$/, 'bin/wrangler.js'), ...argumentsIn(home)], {
    env: {
      HOME: home,
      CI: '1',
      WRANGLER_SEND_METRICS: 'false',
      // Neither a look at where this computer is, nor at whether there is a newer wrangler.
      CLOUDFLARE_CF_FETCH_ENABLED: 'false',
      npm_config_registry: 'http://127.0.0.1:9',
    },
  })
  const [, url = ''] = await program.printed(/Ready on (http:\/\/127\.0\.0\.1:\d+)/)
  return {
    url,
    variables: {
      CLOUD_WORKER_URL: url,
      CLOUD_WORKER_KEY: SECRETS.WORKER_API_KEY,
      CLOUD_ENCRYPTION_KEY: SECRETS.ENCRYPTION_KEY,
    },
    async cron() {
      const response = await fetch(`${url}/__scheduled?cron=*+*+*+*+*`)
      if (!response.ok) throw new Error(`the cron was not run: ${await response.text()}`)
    },
    stop() {
      program.signal('SIGTERM')
      return program.ended
    },
  }
}

function argumentsIn(home: string): string[] {
  const secrets = Object.entries(SECRETS).flatMap(([name, value]) => ['--var', `${name}:${value}`])
  const address = ['--ip', '127.0.0.1', '--port', '0', '--inspector-port', '0']
  const manner = ['--test-scheduled', '--show-interactive-dev-session=false', '--persist-to', home]
  return ['dev', ...address, ...manner, ...secrets]
}
