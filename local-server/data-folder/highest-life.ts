// The highest life that a data folder has had here, kept outside of it: whoever puts a backup in its place brings back a
// lower one. It is written after the folder's own record, so that a kill between the two leaves it behind and never ahead.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { makePrivateFolder } from '../disk/private-folder.ts'
import { writeFileDurably } from '../disk/write-file-durably.ts'

const Stored = z.object({ life: z.int().min(0) })

export interface HighestLife {
  /** Zero when nothing is known of the folder: it is new here, or nothing could be kept. */
  read(instanceId: string): number
  /** Throws when it cannot be kept. */
  write(instanceId: string, life: number): void
}

export function createHighestLife(stateDir: string | null, dataDir: string): HighestLife {
  if (stateDir === null) return { read: () => 0, write() {} }
  const fileOf = (instanceId: string) => join(stateDir, `${instanceId}.json`)
  return {
    read(instanceId) {
      try {
        return Stored.parse(JSON.parse(readFileSync(fileOf(instanceId), 'utf8'))).life
      } catch {
        return 0
      }
    },
    write(instanceId, life) {
      makePrivateFolder(stateDir)
      // The folder is named for people who come across the file.
      writeFileDurably(fileOf(instanceId), JSON.stringify({ life, dataDir }))
    },
  }
}
