// The server process: take the folder, open the database, listen on loopback, run the job loop, stop on a signal.
import { readConfig, type Config } from './config.ts'
import { rotate } from './log.ts'
import { serve } from './serve.ts'
import { keepFailedStart, serviceLogIn } from './service/failed-start.ts'
import { outliveOutput } from './terminal/closed-output.ts'
import { endWithFailure } from './terminal/start-failure.ts'
import { endOnUncaught } from './terminal/uncaught.ts'

// Everything that this process creates is for its user only.
process.umask(0o077)
endOnUncaught()
outliveOutput()

let config: Config | undefined
try {
  config = readConfig(process.argv.slice(2))
  rotate(serviceLogIn(config.dataDir))
  await serve(config)
} catch (error) {
  const printed = endWithFailure(error)
  if (config) keepFailedStart(process.platform, config.dataDir, printed)
}
