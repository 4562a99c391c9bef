// Copies of the data folder, and older ones put in its place.
import { cpSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { SECOND } from '../../core/time.ts'
import { kill, runOn, sleep } from './machine.ts'
import type { Computer } from './server.ts'
import type { Told } from './told.ts'

interface BackupDeps {
  readonly dir: string
  readonly dataDir: string
  readonly computer: Computer
  readonly told: readonly Told[]
  trace(line: string): void
}

export function createBackups({ dir, dataDir, computer, told, trace }: BackupDeps) {
  const kept = join(dir, 'backup')
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
    /** The server is stopped, the folder replaced, and started again. */
    async restore() {
      const running = computer.running()
      if (!running || !existsSync(join(kept, 'nightpost.db'))) return
      trace('restores')
      for (const one of told) one.isRestored = true
      kill(running.machine)
      await sleep(SECOND)
      for (const end of ['', '-wal', '-shm']) rmSync(join(dataDir, `nightpost.db${end}`), { force: true })
      cpSync(join(kept, 'nightpost.db'), join(dataDir, 'nightpost.db'))
    },
  }
}
