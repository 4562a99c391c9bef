// `npm run worker`: the user's Worker on this computer, for trying out and for tests. Scripts read its one line of JSON.
import { join } from 'node:path'
import { readDataDir, readWorkerHosts } from '../config.ts'
import { calledAs } from '../terminal/called-as.ts'
import { createCommand } from '../terminal/create-command.ts'
import { outliveOutput } from '../terminal/closed-output.ts'
import { isAsideTerminal, printAside, say } from '../terminal/say.ts'
import { endWithFailure } from '../terminal/start-failure.ts'
import { readFolder, readPort } from './contract/flag-values.ts'
import { startWorkerServer, type WorkerDetails } from '../worker/worker-server.ts'
import { endOnUncaught } from '../terminal/uncaught.ts'

// Everything that this process and its runtime create is for their user only.
process.umask(0o077)
endOnUncaught()
outliveOutput()

const options = createCommand(calledAs('worker', ''))
  .description(
    'Runs on this computer the Worker that publishes while Nightpost is stopped. Prints one line of JSON.',
  )
  .option('--port <number>', 'the port on 127.0.0.1; 0 takes any free one', readPort, 4300)
  .option(
    '--data-dir <dir>',
    'where it keeps posts and media (default: the folder worker in your data folder)',
    readFolder,
  )
  .allowExcessArguments(false)
  .parse()
  .opts<{ port: number; dataDir?: string }>()

const sayAside = (line: string) => printAside(`${line}\n`)

try {
  const server = await startWorkerServer({
    port: options.port,
    dataDir: options.dataDir ?? join(readDataDir(), 'worker'),
    hosts: readWorkerHosts(),
    say: sayAside,
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void server.stop().then(() => process.exit(0)))
  }
  say(JSON.stringify(server.details))
  if (isAsideTerminal()) howToConnect(server.details)
} catch (error) {
  endWithFailure(error)
}

/** The same for people: lines to paste before the server is started. */
function howToConnect({ workerUrl, workerKey, encryptionKey, bucket }: WorkerDetails): void {
  const variables = {
    CLOUD_WORKER_URL: workerUrl,
    CLOUD_WORKER_KEY: workerKey,
    CLOUD_ENCRYPTION_KEY: encryptionKey,
    BUCKET_ENDPOINT: bucket.endpoint,
    BUCKET_NAME: bucket.name,
    BUCKET_ACCESS_KEY_ID: bucket.accessKeyId,
    BUCKET_SECRET_ACCESS_KEY: bucket.secretAccessKey,
    BUCKET_PUBLIC_URL: bucket.publicUrl,
  }
  sayAside(`\nThe Worker runs at ${workerUrl}. Press Ctrl+C to stop it.`)
  sayAside(
    `\nPaste these lines into the terminal in which you start Nightpost, before ${calledAs('start')}:\n`,
  )
  const [prefix, quote] = process.platform === 'win32' ? ['$env:', "'"] : ['export ', '']
  for (const [name, value] of Object.entries(variables)) sayAside(`${prefix}${name}=${quote}${value}${quote}`)
}
