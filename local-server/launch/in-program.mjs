// Runs before each of our programs, in its process.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Compiled code is kept between starts, beside the bundle it belongs to, so that a new bundle starts with none.
enableCompileCache(fileURLToPath(new URL('../dist/.compile-cache', import.meta.url)))

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
