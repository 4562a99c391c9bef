// One database file and two connections to it, as two processes would have.
import { join } from 'node:path'
import { webCryptoRandom } from '../../../core/random.ts'
import type { OpenDatabase } from '../../../local-server/sqlite/open-database.ts'
import { createStores } from '../../../local-server/sqlite/stores.ts'
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

export type Stores = ReturnType<typeof createStores>

export interface TwoStores {
  readonly a: Stores
  readonly b: Stores
  close(): Promise<void>
}

/** All stores over each of them. */
export function openTwoStores(): TwoStores {
  const { a, b, close } = openTwo()
  return { a: createStores(a, webCryptoRandom), b: createStores(b, webCryptoRandom), close }
}

/** `b` is that of another program, which may leave any row behind. */
export function openBesideOther(): TwoConnections {
  const two = openTwo()
  actAsOtherProgram(two.b)
  return two
}
