import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrationsDir } from '../../../local-server/paths.ts'
import type { OpenDatabase } from '../../../local-server/sqlite/open-database.ts'

/** What an older version brought along: the first `count` migrations. */
export function olderMigrations(dir: string, count: number): string {
  const folder = join(dir, `migrations-${count}`)
  cpSync(migrationsDir, folder, { recursive: true })
  const journal = join(folder, 'meta', '_journal.json')
  const known = JSON.parse(readFileSync(journal, 'utf8')) as { entries: { tag: string }[] }
  writeFileSync(journal, JSON.stringify({ ...known, entries: known.entries.slice(0, count) }))
  for (const { tag } of known.entries.slice(count)) rmSync(join(folder, `${tag}.sql`))
  return folder
}

/** One that changes rows and no tables, on rows that look as an older version left them. */
export function migrateRows({ raw }: Pick<OpenDatabase, 'raw'>, tag: string): void {
  raw.exec(readFileSync(join(migrationsDir, `${tag}.sql`), 'utf8'))
}
