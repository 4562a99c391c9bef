// `npm run sandbox`: the stand-in for Instagram alone, for scripts and for servers started with
// NIGHTPOST_SANDBOX_URL.
import { join } from 'node:path'
import { readDataDir } from '../config.ts'
import { SANDBOX_ACCESS_TOKEN } from '../sandbox/demo-account.ts'
import { startSandboxServer } from '../sandbox/sandbox-server.ts'
import { SANDBOX_PAGE_TOKEN, SANDBOX_PARTNER_TOKEN } from '../sandbox/tokens/known-tokens.ts'
import { calledAs } from '../terminal/called-as.ts'
import { createCommand } from '../terminal/create-command.ts'
import { outliveOutput } from '../terminal/closed-output.ts'
import { say } from '../terminal/say.ts'
import { endWithFailure } from '../terminal/start-failure.ts'
import { readFolder, readPort } from './contract/flag-values.ts'
import { endOnUncaught } from '../terminal/uncaught.ts'

const options = createCommand(calledAs('sandbox', ''))
  .description('A stand-in for Instagram on this computer. Nothing published to it leaves the computer.')
  .option('--port <number>', 'the port on 127.0.0.1; 0 takes any free one', readPort, 4200)
  .option(
    '--data-dir <dir>',
    'where it keeps posts (default: the folder sandbox in your data folder)',
    readFolder,
  )
  .parse()
  .opts<{ port: number; dataDir?: string }>()

endOnUncaught()
outliveOutput()
try {
  const dataDir = options.dataDir ?? join(readDataDir(), 'sandbox')
  const server = await startSandboxServer({ port: options.port, dataDir })
  say(server.origin)
  say(`  Feed          ${server.origin}/sandbox`)
  say(`  Instagram     ${server.origin}/sandbox/graph.instagram.com/v27.0`)
  say(`  Access token  ${SANDBOX_ACCESS_TOKEN}`)
  say(`  Facebook      ${server.origin}/sandbox/graph.facebook.com/v27.0`)
  say(`  User token    ${SANDBOX_PARTNER_TOKEN}`)
  say(`  Page token    ${SANDBOX_PAGE_TOKEN}`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void server.stop().then(() => process.exit(0)))
  }
} catch (error) {
  endWithFailure(error)
}
