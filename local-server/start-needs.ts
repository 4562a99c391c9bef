// What a start needs of the computer, looked at and not changed: a start ends at the first need that is not met, the doctor names each.
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { MEGABYTE } from '../core/rules/fit/limits.ts'
import type { Config } from './config.ts'
import { isDataFolder, isTaken, requireDatabase, unusableFolder } from './data-folder/data-folder.ts'
import { readFolderSecret } from './data-folder/secrets.ts'
import { requireNoDanglingLink } from './disk/dangling-link.ts'
import { freeBytesAt, nearestThere } from './disk/free-space.ts'
import { requireOwnFolder } from './disk/own-folder.ts'
import { listen } from './listen.ts'
import { migrationsDir } from './paths.ts'
import { examineDatabase } from './sqlite/open-database.ts'
import { calledAs } from './terminal/called-as.ts'
import { StartFailure } from './terminal/start-failure.ts'

export const databaseIn = (dataDir: string) => join(dataDir, 'nightpost.db')

interface StartNeed {
  readonly what: string
  /** Looked at once the folder is this process's own: another start may be changing it. */
  readonly inTakenFolder?: true
  /** Resolves with what there is, in a few words. Throws StartFailure. */
  examine(config: Config): string | Promise<string>
}

const OWN_FOLDERS = ['uploads', 'staging', 'logs']

export const START_NEEDS: readonly StartNeed[] = [
  { what: 'Data folder', examine: ({ dataDir }) => examineFolder(dataDir) },
  { what: 'Lock', examine: ({ dataDir }) => (isTaken(dataDir) ? 'held by the server' : 'free') },
  {
    what: 'Keys',
    examine({ dataDir }) {
      const areThere = existsSync(join(dataDir, 'secrets.json'))
      if (areThere) readFolderSecret(dataDir)
      return areThere ? 'can be read' : 'new ones are made'
    },
  },
  {
    what: 'Database',
    inTakenFolder: true,
    examine({ dataDir }) {
      requireDatabase(dataDir)
      const file = databaseIn(dataDir)
      if (!existsSync(file)) return 'a new one is made'
      examineDatabase(file, migrationsDir)
      return 'sound'
    },
  },
  { what: 'Port', examine: examinePort },
]

/** Throws StartFailure. The rest is looked at where the start takes it. */
export async function requireStartNeeds(config: Config): Promise<void> {
  // A server that runs on this folder may have its port.
  if (isDataFolder(config.dataDir) && isTaken(config.dataDir)) return
  for (const { inTakenFolder, examine } of START_NEEDS) if (!inTakenFolder) await examine(config)
}

function examineFolder(dataDir: string): string {
  requireNoDanglingLink(dataDir)
  const nearest = nearestThere(dataDir)
  try {
    if (!statSync(nearest).isDirectory()) throw Object.assign(new Error(`${nearest} is a file`), NO_FOLDER)
    accessSync(nearest, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw unusableFolder(dataDir, error)
  }
  for (const name of OWN_FOLDERS) requireOwnFolder(dataDir, name)
  if (isDataFolder(dataDir)) return dataDir
  requireRoom(dataDir, nearest)
  return `${dataDir} is new`
}

/** What a first start writes before it can say what is wrong, with room to spare. A folder in use is started on a full disk, too. */
const FIRST_START_BYTES = 4 * MEGABYTE

function requireRoom(dataDir: string, nearest: string): void {
  if ((freeBytesAt(nearest) ?? Infinity) >= FIRST_START_BYTES) return
  throw new StartFailure(
    `The disk of the data folder ${dataDir} is full.`,
    `Free some space on it, or start with another one: ${calledAs('start', '--data-dir DIR')}`,
  )
}

const NO_FOLDER = { code: 'ENOTDIR' }

const ANOTHER_START_MS = 200

async function examinePort(config: Config): Promise<string> {
  const { port, dataDir, proxyOrigin } = config
  for (const isLastTry of [false, true]) {
    try {
      const probe = await listen(() => new Response(null, { status: 503 }), {
        port,
        proxyOrigin,
        newRequestId: () => '',
      })
      await probe.close(0)
      break
    } catch (error) {
      if (isLastTry) throw error
      await pause(ANOTHER_START_MS)
      // Another start may have been trying at this moment, and have the folder by now.
      if (isDataFolder(dataDir) && isTaken(dataDir)) break
    }
  }
  return port === 0 ? 'any free one' : `${port} is free`
}
