import Database from 'better-sqlite3'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrationsDir } from '../../../local-server/paths.ts'
import { openDatabase } from '../../../local-server/sqlite/open-database.ts'
import { StartFailure } from '../../../local-server/terminal/start-failure.ts'

let dir: string
let file: string

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'nightpost-open-'))
  file = join(dir, 'nightpost.db')
})
afterEach(() => {
  rmSync(dir, { recursive: true })
})

const open = () => openDatabase(file, migrationsDir)
const pragma = (raw: Database.Database, name: string) => Number(raw.pragma(name, { simple: true }))

/** Leaves a sound, closed database behind, then changes it from outside. */
function leaveBehind(change: (raw: Database.Database) => void): void {
  open().close()
  const raw = new Database(file)
  change(raw)
  raw.close()
}

/** What an older version brought along: the first `count` migrations. */
function migrationsUpTo(count: number): string {
  const folder = join(dir, `migrations-${count}`)
  cpSync(migrationsDir, folder, { recursive: true })
  const journal = join(folder, 'meta', '_journal.json')
  const known = JSON.parse(readFileSync(journal, 'utf8')) as { entries: { tag: string }[] }
  writeFileSync(journal, JSON.stringify({ ...known, entries: known.entries.slice(0, count) }))
  for (const { tag } of known.entries.slice(count)) rmSync(join(folder, `${tag}.sql`))
  return folder
}

describe('opening the database', () => {
  it('makes every connection durable, on the first start, the second and the third', () => {
    for (let start = 1; start <= 3; start += 1) {
      const [one, another] = [open(), open()]
      for (const { raw } of [one, another]) {
        // 2 is FULL. The library’s own choice, 1, loses acknowledged commits at a power cut.
        expect(pragma(raw, 'synchronous')).toBe(2)
        expect(raw.pragma('journal_mode', { simple: true })).toBe('wal')
        expect(pragma(raw, 'foreign_keys')).toBe(1)
        expect(pragma(raw, 'busy_timeout')).toBeGreaterThanOrEqual(5_000)
      }
      one.close()
      another.close()
    }
  })

  it('says whether the file is new and what was migrated', () => {
    const first = open()
    expect(first).toMatchObject({ isNew: true })
    expect(first.migrated).toBeGreaterThan(0)
    first.close()
    const second = open()
    expect(second).toMatchObject({ isNew: false, migrated: 0 })
    second.close()
  })

  it('keeps the file to its owner, also when somebody has loosened it', () => {
    open().close()
    expect(statSync(file).mode & 0o777).toBe(0o600)
    writeFileSync(file, readFileSync(file), { mode: 0o644 })
    open().close()
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('keeps a copy from before an upgrade, sound and readable', () => {
    const old = openDatabase(file, migrationsUpTo(1))
    old.raw.exec("INSERT INTO instance (name, value) VALUES ('instanceId', 'before')")
    old.close()
    const upgraded = open()
    expect(upgraded.migrated).toBeGreaterThan(0)
    upgraded.close()
    const [copy] = readdirSync(dir).filter((name) => name.includes('.before-upgrade-'))
    const backup = new Database(join(dir, copy ?? ''), { readonly: true })
    expect(backup.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(pragma(backup, 'user_version')).toBe(1)
    expect(backup.prepare('SELECT value FROM instance').pluck().get()).toBe('before')
    backup.close()
  })
})

describe('a database that is not for us', () => {
  it.each([['WAL'], ['DELETE']])('is refused unchanged when it is newer: journal mode %s', (mode) => {
    leaveBehind((raw) => {
      raw.pragma('user_version = 99')
      raw.pragma(`journal_mode = ${mode}`)
    })
    const before = readFileSync(file)
    expect(open).toThrow(StartFailure)
    expect(open).toThrow(/newer version/)
    expect(readFileSync(file).equals(before)).toBe(true)
    expect(readdirSync(dir)).toEqual(['nightpost.db'])
  })

  it('is refused unchanged when it is damaged', () => {
    leaveBehind((raw) => {
      const insert = raw.prepare('INSERT INTO sessions (id, created_at, expires_at) VALUES (?, 1, 1)')
      for (let i = 0; i < 2_000; i += 1) insert.run(`session ${i}`)
    })
    truncateSync(file, Math.floor(statSync(file).size / 2 / 4096) * 4096)
    const before = readFileSync(file)
    expect(open).toThrow(StartFailure)
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  it('is refused unchanged when a table’s definition is damaged, which no check of SQLite’s notices', () => {
    leaveBehind((raw) => {
      raw.unsafeMode()
      raw.pragma('writable_schema = ON')
      raw.exec(
        "UPDATE sqlite_schema SET sql = replace(sql, 'partner_page_name', 'partner_pige_name') WHERE name = 'accounts'",
      )
    })
    const before = readFileSync(file)
    expect(open).toThrow(/is damaged: the table accounts has no column partner_page_name/)
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  it('is refused unchanged when it is no database', () => {
    writeFileSync(file, 'Dear diary, '.repeat(1_000))
    const before = readFileSync(file)
    expect(open).toThrow(StartFailure)
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  it('is refused when there is no such folder', () => {
    expect(() => openDatabase(join(dir, 'nowhere', 'nightpost.db'), migrationsDir)).toThrow(StartFailure)
    expect(existsSync(join(dir, 'nowhere'))).toBe(false)
  })
})
