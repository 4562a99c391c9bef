// The server process: take the folder, open the database, listen on loopback, run the job loop, stop on a signal.
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig, type Config } from './config.ts'
import { rotate } from './log.ts'
import { serve } from './serve.ts'
import { folderOfFlags, keepFailedStart, serviceLogIn } from './service/failed-start.ts'
import { waitForFolder } from './service/wait-for-folder.ts'
import { outliveOutput } from './terminal/closed-output.ts'
import { say } from './terminal/say.ts'
import { endWithFailure } from './terminal/start-failure.ts'
import { endOnUncaught } from './terminal/uncaught.ts'

const FOLDER_LOOKED_AT_MS = 1_000

// Everything that this process creates is for its user only.
process.umask(0o077)
endOnUncaught()
outliveOutput()

const argv = process.argv.slice(2)
let config: Config | undefined
try {
  config = readConfig(argv)
  if (config.asService) {
    await waitForFolder(config.dataDir, say, () => pause(FOLDER_LOOKED_AT_MS))
    config = readConfig(argv)
  }
  rotate(serviceLogIn(config.dataDir))
  await serve(config)
} catch (error) {
  const printed = endWithFailure(error)
  const dataDir = config?.dataDir ?? folderOfFlags(argv)
  if (dataDir !== null) keepFailedStart(process.platform, dataDir, printed)
}
