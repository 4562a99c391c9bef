// Runs before each of our programs, in its process.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Compiled code is kept between starts, beside the bundle it belongs to, so that a new bundle starts with none.
enableCompileCache(fileURLToPath(new URL('../dist/.compile-cache', import.meta.url)))

// Where Node is told to use the proxy of the network, its own `fetch` sends there what is meant for this computer, too: a command would
// hand the link that signs in to the proxy, and get no answer. Node reads this variable again for each request.
const { NODE_USE_ENV_PROXY, NODE_OPTIONS = '' } = process.env
if (NODE_USE_ENV_PROXY || /--use-env-proxy/.test([NODE_OPTIONS, ...process.execArgv].join(' '))) {
  const name = process.env.no_proxy === undefined ? 'NO_PROXY' : 'no_proxy'
  const except = process.env[name]?.trim() ?? ''
  if (except !== '*') process.env[name] = `${except && `${except},`}localhost,127.0.0.1,::1`
}

// A parent that is killed outright cannot pass that on. The channel to it, if there is one, closes, and the
// program stops as if asked to.
process.on('disconnect', () => {
  if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(143)
})
process.channel?.unref()

// Programs that this one forks have their own channel, and it looks after them. They start small.
process.execArgv = process.execArgv.filter(
  (arg) => !arg.endsWith('/launch/in-program.mjs') && !arg.startsWith('--min-semi-space-size='),
)
