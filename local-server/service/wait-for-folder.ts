import { existsSync, readdirSync } from 'node:fs'
import { isTaken } from '../data-folder/data-folder.ts'
import { takeVariables } from './service-variables.ts'

/**
 * A service does not leave the folder to a server that a person has started and that ends with their terminal: none of the three
 * systems would start it again then. Nor does it make a new one where a disk is not connected: its posts would seem to be gone, and
 * would wait on the disk, where its variables are, too: Node has found no file of them then, so they are read now.
 */
export async function waitForFolder(
  dataDir: string,
  say: (line: string) => void,
  pause: () => Promise<unknown>,
): Promise<void> {
  if (isNothingThere(dataDir)) {
    say(
      `  There is nothing in the data folder ${dataDir}; the service waits until its disk is connected. For a new folder, run nightpost service install again.`,
    )
    while (isNothingThere(dataDir)) await pause()
  }
  takeVariables(dataDir)
  if (!isTaken(dataDir)) return
  say('  Another Nightpost runs on this data folder; the service waits until it ends.')
  while (isTaken(dataDir)) await pause()
}

/** Its installation has put the file of its variables there. */
function isNothingThere(dataDir: string): boolean {
  try {
    return !existsSync(dataDir) || readdirSync(dataDir).length === 0
  } catch {
    // It may not be read, which the start says.
    return false
  }
}
