// The server process: take the folder, open the database, listen on loopback, run the job loop, stop on a signal.
import { readConfig } from './config.ts'
import { serve } from './serve.ts'
import { StartFailure } from './terminal/start-failure.ts'
import { endOnUncaught } from './terminal/uncaught.ts'

// Whatever this process creates is for its user only.
process.umask(0o077)
endOnUncaught()

try {
  await serve(readConfig(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof StartFailure)) throw error
  process.stderr.write(`${error.message}\n${error.whatToDo}\n`)
  process.exitCode = 1
}
