// Copies of the data folder, and older ones put in its place.
import { cpSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { SECOND } from '../../core/time.ts'
import { dice } from './dice.ts'
import { kill, runOn, sleep } from './machine.ts'
import type { Computer } from './server.ts'
import type { Told } from './told.ts'

interface BackupDeps {
  readonly seed: number
  readonly dir: string
  readonly dataDir: string
  readonly computer: Computer
  readonly told: readonly Told[]
  failed(what: string): void
  trace(line: string): void
}

export function createBackups({ seed, dir, dataDir, computer, told, failed, trace }: BackupDeps) {
  const kept = join(dir, 'backup')
  let restores = 0
  return {
    /** As `nightpost backup` does it: a copy that is one moment of the database. */
    backUp() {
      const running = computer.running()
      if (!running) return
      rmSync(kept, { recursive: true, force: true })
      cpSync(dataDir, kept, { recursive: true, filter: (file) => !/\.db(-wal|-shm)?$/.test(file) })
      runOn(undefined, () => running.database.raw.prepare('vacuum into ?').run(join(kept, 'nightpost.db')))
      trace('backed up')
    },
    /**
     * The server is killed, and an older folder takes its place: by `nightpost restore`, after which it must be held, or the database
     * alone by hand, which after a kill looks like the same run (decision 42): then what waits is looked for (decision 43).
     */
    async restore() {
      const running = computer.running()
      if (!running || !existsSync(join(kept, 'nightpost.db'))) return
      const isByHand = dice(seed, 'restore', (restores += 1)).chance(0.5)
      trace(`restores${isByHand ? ' by hand' : ''}`)
      for (const one of told) one.isRestored = true
      kill(running.machine)
      await sleep(SECOND)
      for (const end of ['', '-wal', '-shm']) rmSync(join(dataDir, `nightpost.db${end}`), { force: true })
      cpSync(join(kept, 'nightpost.db'), join(dataDir, 'nightpost.db'))
      if (isByHand) return
      rmSync(join(dataDir, 'instance.json'))
      while (!computer.running()) await sleep(SECOND)
      if (!computer.running()?.server.parts.hold.current())
        failed('N2 a restored folder may publish: nothing holds it')
    },
  }
}
