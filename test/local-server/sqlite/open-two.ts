// One database file and two connections to it, as two processes would have.
import { join } from 'node:path'
import { webCryptoRandom } from '../../../core/random.ts'
import type { OpenDatabase } from '../../../local-server/sqlite/open-database.ts'
import { createStores } from '../../../local-server/sqlite/stores.ts'
import { actAsOtherProgram, openMigrated } from '../../migrated-database.ts'
import { newFolder } from '../../process-harness/own-folders.ts'
import { reuseDatabases } from '../../reused-databases.ts'

export interface TwoConnections {
  readonly a: OpenDatabase
  readonly b: OpenDatabase
  close(): Promise<void>
}

/** A new file. */
export function openNewTwo(): TwoConnections {
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

const connectionsOf = ({ a, b }: Pick<TwoConnections, 'a' | 'b'>) => [a, b]
const files = reuseDatabases(openNewTwo, connectionsOf)
const sharedFiles = reuseDatabases(() => {
  const two = openNewTwo()
  actAsOtherProgram(two.b)
  return two
}, connectionsOf)
const filesWithStores = reuseDatabases(() => {
  const { a, b } = openNewTwo()
  return { a, b, stores: { a: createStores(a, webCryptoRandom), b: createStores(b, webCryptoRandom) } }
}, connectionsOf)

/** Empty, like a new file, until it is closed. */
export function openTwo(): TwoConnections {
  const two = files.borrow()
  return { ...two, close: async () => files.giveBack(two) }
}

/** `b` is that of another program, which may leave any row behind. */
export function openBesideOther(): TwoConnections {
  const two = sharedFiles.borrow()
  return { ...two, close: async () => sharedFiles.giveBack(two) }
}

export type Stores = ReturnType<typeof createStores>

export interface TwoStores {
  readonly a: Stores
  readonly b: Stores
  close(): Promise<void>
}

/** All stores over each of them. */
export function openTwoStores(): TwoStores {
  const opened = filesWithStores.borrow()
  return { ...opened.stores, close: async () => filesWithStores.giveBack(opened) }
}
