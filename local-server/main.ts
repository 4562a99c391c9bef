// The server process: take the folder, open the database, listen on loopback, run the job loop, stop on a signal.
import { join } from 'node:path'
import { readConfig } from './config.ts'
import { rotate } from './log.ts'
import { serve } from './serve.ts'
import { outliveOutput } from './terminal/closed-output.ts'
import { endWithFailure } from './terminal/start-failure.ts'
import { endOnUncaught } from './terminal/uncaught.ts'

// Whatever this process creates is for its user only.
process.umask(0o077)
endOnUncaught()
outliveOutput()

try {
  const config = readConfig(process.argv.slice(2))
  rotate(join(config.dataDir, 'logs', 'service.log'))
  await serve(config)
} catch (error) {
  endWithFailure(error)
}
