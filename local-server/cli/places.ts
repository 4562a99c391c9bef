// `nightpost places`: all that Nightpost keeps, on this computer and in the cloud, and how each of it is removed.
import { existsSync, readlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { readConfig, readServiceConfig, type Config, type Env } from '../config.ts'
import { isDataFolder, isTaken } from '../data-folder/data-folder.ts'
import { isLink } from '../disk/dangling-link.ts'
import { repositoryRoot } from '../paths.ts'
import { readVariables } from '../service/service-variables.ts'
import { print, say } from '../terminal/say.ts'
import { StartFailure } from '../terminal/start-failure.ts'
import { findService, otherFolderOf, type FoundService } from './service.ts'
import { readAnswer, withSession } from './session.ts'

export interface KeptPlace {
  readonly what: string
  /** Null when there is none, or when nobody can say. */
  readonly where: string | null
  readonly says: string
}

export async function printPlaces(dataDir: string, asJson: boolean): Promise<void> {
  const places = await listPlaces(['--data-dir', dataDir])
  if (asJson) return say(JSON.stringify(places))
  for (const { what, where, says } of places)
    print(`  ${what.padEnd(13)} ${where ?? 'none'}\n${' '.repeat(16)}→ ${says}\n`)
}

export async function listPlaces(flags: readonly string[], env?: Env): Promise<KeptPlace[]> {
  const config = readConfig(flags, env)
  const { dataDir } = config
  // A service may have kept them elsewhere than a start from this shell would.
  const configs = [config, configWithFile(flags, dataDir, env)].filter((each) => each !== null)
  const service = await findService(config.desktop['XDG_CONFIG_HOME'] ?? null)
  return [
    ...(await inCloud(config)),
    ...ofService(service),
    ...placesAt(
      'Data folder',
      [dataDir, otherFolderOf(service, config)],
      'Accounts, posts, media, keys and logs. Back it up, then delete it.',
    ),
    ...uploadsElsewhere(dataDir),
    ...placesAt(
      'State folder',
      configs.map(({ stateDir }) => stateDir),
      'What tells an older data folder from the newest. Delete it after the data folder.',
    ),
    ...placesAt(
      'Backups',
      configs.map(({ backups }) => backups?.dir ?? null),
      'Encrypted copies of the data folder. Keep them, or delete them.',
    ),
    ...ofProgram(),
  ]
}

/** Null where there is no file of its variables, or where it cannot be used, which the doctor says. */
function configWithFile(flags: readonly string[], dataDir: string, env: Env | undefined): Config | null {
  const given = readVariables(dataDir)
  try {
    return given && readServiceConfig(flags, given.variables, env)
  } catch (error) {
    if (!(error instanceof StartFailure)) throw error
    return null
  }
}

/** Those that are there; one without a place where none is. */
function placesAt(what: string, paths: readonly (string | null)[], says: string): KeptPlace[] {
  const there = [...new Set(paths)].filter((path) => path !== null && existsSync(path))
  return (there.length === 0 ? [null] : there).map((where) => ({ what, where, says }))
}

/** Whoever deletes the data folder deletes a link in it, and nothing that is behind it. */
function uploadsElsewhere(dataDir: string): KeptPlace[] {
  const uploads = join(dataDir, 'uploads')
  if (!isLink(uploads)) return []
  const says = 'Pictures and videos: a link in the data folder leads here. Delete it with the data folder.'
  return [{ what: 'Uploads', where: resolve(dataDir, readlinkSync(uploads)), says }]
}

const Cloud = z.object({ bucketName: z.string().nullable(), workerUrl: z.string().nullable() })
const FIRST =
  'Disconnect it first, Settings → Cloud, or it publishes what it has. Then delete it, and its storage (KV), in the dashboard.'

const unknownCloud = (says: string): KeptPlace[] => [{ what: 'Cloud', where: null, says }]

/** Only the server knows, which keeps the keys to it. */
async function inCloud(config: Config): Promise<KeptPlace[]> {
  try {
    return await askForCloud(config)
  } catch (error) {
    if (!(error instanceof StartFailure)) throw error
    return unknownCloud(`Only the server knows its Worker and bucket. ${error.message} ${error.whatToDo}`)
  }
}

async function askForCloud({ dataDir }: Config): Promise<KeptPlace[]> {
  if (!isDataFolder(dataDir) || !isTaken(dataDir))
    return unknownCloud('Only a running server knows its Worker and bucket: start it to see them.')
  const { bucketName, workerUrl } = await withSession(dataDir, async (send) =>
    Cloud.parse(await readAnswer(send, '/api/v1/cloud/status')),
  )
  return [
    { what: 'Worker', where: workerUrl, says: FIRST },
    {
      what: 'Bucket',
      where: bucketName,
      says: 'Pictures and videos on their way out. Delete it in the dashboard.',
    },
  ]
}

function ofService({ file, installed, lingers }: FoundService): KeptPlace[] {
  const service = { what: 'Service', where: installed ? file : null, says: 'nightpost service remove' }
  const linger =
    'Lets services of yours run while you are logged out: loginctl disable-linger, if no other needs it.'
  return lingers === null
    ? [service]
    : [service, { what: 'Linger', where: lingers ? 'on' : null, says: linger }]
}

/** A clone keeps what it has fetched and built in itself. */
function ofProgram(): KeptPlace[] {
  const isClone = existsSync(join(repositoryRoot, 'local-server', 'launch.mjs'))
  return [
    {
      what: 'Program',
      where: repositoryRoot,
      says: isClone
        ? 'The clone, with the Node, the packages and the builds in it. Delete the folder.'
        : 'npm uninstall --global, with the name that npm list --global shows.',
    },
  ]
}
