// Copies of the data folder, and older ones put in its place.
import { cpSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { MINUTE, SECOND, type Instant } from '../../core/time.ts'
import { dice } from './dice.ts'
import { kill, runOn, sleep, worldNow } from './machine.ts'
import type { Computer, RunningServer } from './server.ts'
import { noteRestore, type Restores, type Told } from './told.ts'

interface BackupDeps {
  readonly seed: number
  readonly dir: string
  /** Of the computer that is used. */
  folder(): string
  readonly computer: Computer
  readonly told: readonly Told[]
  readonly restores: Restores
  /** When the platform was last asked to publish something. */
  lastAsked(): Instant
  failed(what: string): void
  trace(line: string): void
}

/** As `nightpost backup` does it: a copy that is one moment of the database. */
export function copyFolder(running: RunningServer, dataDir: string, to: string): void {
  rmSync(to, { recursive: true, force: true })
  cpSync(dataDir, to, { recursive: true, filter: (file) => !/\.db(-wal|-shm)?$/.test(file) })
  runOn(undefined, () => running.database.raw.prepare('vacuum into ?').run(join(to, 'nightpost.db')))
}

export function createBackups({ seed, dir, folder, computer, ...deps }: BackupDeps) {
  const { told, restores, lastAsked, failed, trace } = deps
  const kept = join(dir, 'backup')
  let count = 0
  return {
    backUp() {
      const running = computer.running()
      if (!running) return
      copyFolder(running, folder(), kept)
      trace('backed up')
    },
    /**
     * The server is killed, and an older folder takes its place: by `nightpost restore`, after which it must be held, or the database
     * alone by hand, which after a kill looks like the same run (decision 42): then what waits is looked for (decision 43).
     */
    async restore() {
      const running = computer.running()
      if (!running || !existsSync(join(kept, 'nightpost.db'))) return
      const dataDir = folder()
      const isByHand = dice(seed, 'restore', (count += 1)).chance(0.5)
      // What the platform does not list yet cannot be found (decision 43).
      if (isByHand && worldNow() - lastAsked() < 2 * MINUTE) return
      trace(`restores${isByHand ? ' by hand' : ''}`)
      noteRestore(told, restores, isByHand)
      kill(running.machine)
      await sleep(SECOND)
      for (const end of ['', '-wal', '-shm']) rmSync(join(dataDir, `nightpost.db${end}`), { force: true })
      cpSync(join(kept, 'nightpost.db'), join(dataDir, 'nightpost.db'))
      if (isByHand) return
      rmSync(join(dataDir, 'instance.json'), { force: true })
      while (!computer.running()) await sleep(SECOND)
      if (!computer.running()?.server.parts.hold.current())
        failed('N2 a restored folder may publish: nothing holds it')
    },
  }
}
