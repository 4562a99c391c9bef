// Looks into the watched folder. Most people have none, so what it takes is loaded once there is one.
import { existsSync } from 'node:fs'
import { MINUTE } from '../../core/time.ts'
import type { WatchedFolder, WatchedFolderDeps } from '../watched-folder/watched-folder.ts'
import { startLoop, type Loop } from './loop.ts'

/** Resolves when what an earlier process has begun is finished. */
export async function startWatchedFolder(deps: WatchedFolderDeps): Promise<Loop> {
  let watched: WatchedFolder | undefined
  const load = async () =>
    (watched ??= (await import('../watched-folder/watched-folder.ts')).createWatchedFolder(deps))

  async function run(stopping: AbortSignal) {
    return existsSync(deps.folder) ? (await load()).look(stopping) : MINUTE
  }

  if (existsSync(deps.folder)) await (await load()).recover()
  return startLoop(run, { pollEvery: MINUTE, log: deps.log, failure: 'the watched folder could not be read' })
}
