// What a start that failed has printed: systemd keeps it, and launchd writes it where our service says.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../config.ts'
import { rotate } from '../log.ts'

export const serviceLogIn = (dataDir: string) => join(dataDir, 'logs', 'service.log')

/** Windows keeps nothing of what a task prints. A start that fails may never come to where others rotate the file. */
export function keepFailedStart(platform: NodeJS.Platform, dataDir: string, printed: string): void {
  try {
    rotate(serviceLogIn(dataDir))
    if (platform !== 'win32') return
    appendFileSync(serviceLogIn(dataDir), printed)
  } catch {
    // The folder itself may be why it failed, and that is printed already.
  }
}

/** The folder that the flags of a service name, which a variable that cannot be used keeps nobody from reading. Null for flags that cannot be used. */
export function folderOfFlags(argv: readonly string[]): string | null {
  try {
    return readConfig(argv, {}).dataDir
  } catch {
    return null
  }
}
