// One database file and two connections to it, as two processes would have.
import { join } from 'node:path'
import type { OpenDatabase } from '../../../local-server/sqlite/open-database.ts'
import { actAsOtherProgram, openMigrated } from '../../migrated-database.ts'
import { newFolder } from '../../process-harness/own-folders.ts'

export interface TwoConnections {
  readonly a: OpenDatabase
  readonly b: OpenDatabase
  close(): Promise<void>
}

export function openTwo(): TwoConnections {
  const file = join(newFolder(), 'two.db')
  const [a, b] = [openMigrated(file), openMigrated(file)]
  return {
    a,
    b,
    async close() {
      a.close()
      b.close()
    },
  }
}

/** `b` is that of another program, which may leave any row behind. */
export function openBesideOther(): TwoConnections {
  const two = openTwo()
  actAsOtherProgram(two.b)
  return two
}
