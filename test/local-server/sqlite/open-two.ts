// One database file and two connections to it, as two processes would have.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import type { OpenDatabase } from '../../../local-server/sqlite/open-database.ts'
import { openMigrated } from '../../migrated-database.ts'

export interface TwoConnections {
  readonly a: OpenDatabase
  readonly b: OpenDatabase
  close(): Promise<void>
}

const folder = mkdtempSync(join(tmpdir(), 'nightpost-sqlite-'))
afterAll(() => rmSync(folder, { recursive: true }))

let opened = 0

export function openTwo(): TwoConnections {
  opened += 1
  const file = join(folder, `${opened}.db`)
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
