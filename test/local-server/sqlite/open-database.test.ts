import Database from 'better-sqlite3'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrationsDir } from '../../../local-server/paths.ts'
import { openDatabase } from '../../../local-server/sqlite/open-database.ts'
import { mountDisk, unmountDisks } from '../disk/small-disk.ts'
import { olderMigrations } from './older-migrations.ts'
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
afterAll(unmountDisks)

const open = () => openDatabase(file, migrationsDir)
const pragma = (raw: Database.Database, name: string) => Number(raw.pragma(name, { simple: true }))

/** Leaves a sound, closed database behind, then changes it from outside. */
function leaveBehind(change: (raw: Database.Database) => void): void {
  open().close()
  const raw = new Database(file)
  change(raw)
  raw.close()
}

const migrationsUpTo = (count: number) => olderMigrations(dir, count)

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

  it('keeps few of the pages that a start reads, and the cache of the library from then on', () => {
    const library = new Database(':memory:')
    const database = open()
    expect(pragma(database.raw, 'cache_size')).toBe(-400)
    database.endStart()
    expect(pragma(database.raw, 'cache_size')).toBe(pragma(library, 'cache_size'))
    expect(pragma(database.raw, 'busy_timeout')).toBe(0)
    database.raw.close()
    library.close()
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

  it('keeps that copy when it is killed between the migrations and their number', () => {
    const first = open()
    const known = first.migrated
    first.close()
    leaveBehind((raw) => raw.pragma(`user_version = ${known - 1}`))
    const copy = `${file}.before-upgrade-${known}`
    writeFileSync(copy, 'as it was')
    const again = open()
    expect(pragma(again.raw, 'user_version')).toBe(known)
    again.close()
    expect(readFileSync(copy, 'utf8')).toBe('as it was')
  })

  it('says in a sentence that there is no room for that copy, and leaves no part of one', ({ skip }) => {
    const disk = mountDisk(4)
    if (typeof disk !== 'string') return skip(disk.reason)
    file = join(disk, 'nightpost.db')
    const old = openDatabase(file, migrationsUpTo(1))
    old.raw.prepare("INSERT INTO instance (name, value) VALUES ('large', ?)").run('x'.repeat(1_000_000))
    old.close()
    const { bavail, bsize } = statfsSync(disk)
    writeFileSync(join(disk, 'other files'), Buffer.alloc(bavail * bsize - 500_000))
    expect(open).toThrow(
      expect.objectContaining({
        whatToDo: expect.stringMatching(/^Free some space .* nothing was changed\.$/),
      }),
    )
    expect(readdirSync(disk).filter((name) => name.includes('.before-upgrade-'))).toEqual([])
    rmSync(join(disk, 'other files'))
    const upgraded = open()
    expect(upgraded.migrated).toBeGreaterThan(0)
    upgraded.close()
  })

  it('keeps the copies from before the last three upgrades, and nothing else goes', () => {
    writeFileSync(`${file}.before-upgrade-mine`, '')
    for (const known of [1, 2, 3, 4, 5, 6]) openDatabase(file, migrationsUpTo(known)).close()
    expect(
      readdirSync(dir)
        .filter((name) => name.includes('.before-upgrade-'))
        .toSorted(),
    ).toEqual(['4', '5', '6', 'mine'].map((suffix) => `nightpost.db.before-upgrade-${suffix}`))
  })
})

/** The migration by which sentences become codes. */
const CODED = 7
const TAKEN_OVER_THEN =
  'You took this post over from the cloud, which did not answer. Should the cloud publish it as well, it is live twice: check the profile.'

describe('the upgrade of a database that holds sentences', () => {
  const post = `'u', 'a', 'IMAGE', 'MANUAL', 0, 0, 'UTC', 'FAILED', 0, 1, 1`
  const columns = `user_id, platform_account_id, media_type, source_type, cross_post_to_partner, is_scheduled, timezone,
    status, retry_count, created_at, updated_at`

  function upgraded(...statements: readonly (readonly [sql: string, ...values: unknown[]])[]) {
    const old = openDatabase(file, migrationsUpTo(CODED - 1))
    for (const [statement, ...values] of statements) old.raw.prepare(statement).run(...values)
    old.close()
    return open()
  }

  it('gives posts the codes of what they said, and keeps what nobody knows', () => {
    const insert = `INSERT INTO posts (id, ${columns}, warnings, error_message) VALUES (?, ${post}, ?, ?)`
    const { raw, close } = upgraded(
      [
        insert,
        'known',
        JSON.stringify([TAKEN_OVER_THEN, 'Mind the gap.']),
        'A carousel needs 2 to 10 files.',
      ],
      [insert, 'said', null, 'Long ago. Instagram said: No (10)'],
      [insert, 'damaged', '{not json', null],
    )
    const of = (id: string) =>
      raw.prepare('SELECT warnings, error_detail FROM posts WHERE id = ?').raw().get(id)
    expect(of('known')).toEqual([
      '[{"code":"TAKEN_OVER","params":{}},{"code":"TEXT","params":{"text":"Mind the gap."}}]',
      '{"code":"CAROUSEL_COUNT","params":{},"platform":null}',
    ])
    const platform = '{"said":"No","code":10,"subcode":null}'
    const detail = `{"code":"TEXT","params":{"text":"Long ago."},"platform":${platform}}`
    expect(of('said')).toEqual([null, detail])
    expect(of('damaged')).toEqual(['{not json', null])
    close()
  })

  it('does so for deleted posts, mentions and edits whose answer is still awaited', () => {
    const spoken = {
      id: 'p',
      errorMessage: 'The stored post cannot be read. Make it anew.',
      warnings: [TAKEN_OVER_THEN],
    }
    const mention = {
      id: 'm',
      version: 2,
      errorMessage: 'The author does not allow to share the story.',
      note: null,
    }
    const edit = { id: 'h', asked: { kind: 'edit', revision: 2, after: spoken } }
    const { raw, close } = upgraded(
      [
        `INSERT INTO deleted_posts (id, post, deleted_at, deleted_from) VALUES ('p', ?, 1, 'LOCAL')`,
        JSON.stringify(spoken),
      ],
      [`INSERT INTO deleted_posts (id, post, deleted_at, deleted_from) VALUES ('q', '[', 1, 'LOCAL')`],
      [
        `INSERT INTO reposts (id, account_id, key, status, detected_at, version, record) VALUES ('m', 'a', 'k', 'EXPIRED', 1, 2, ?)`,
        JSON.stringify(mention),
      ],
      [
        `INSERT INTO handovers (id, post_id, account_id, phase, version, record) VALUES ('h', 'p', 'a', 'cloud', 1, ?)`,
        JSON.stringify(edit),
      ],
    )
    const stored = (statement: string) => JSON.parse(String(raw.prepare(statement).pluck().get())) as unknown
    const coded = {
      id: 'p',
      errorDetail: { code: 'POST_UNREADABLE', params: {}, platform: null },
      warnings: [{ code: 'TAKEN_OVER', params: {} }],
      options: null,
    }
    expect(stored(`SELECT post FROM deleted_posts WHERE id = 'p'`)).toEqual(coded)
    expect(raw.prepare(`SELECT post FROM deleted_posts WHERE id = 'q'`).pluck().get()).toBe('[')
    const errorDetail = { code: 'STORY_NOT_SHAREABLE', params: {}, platform: null }
    expect(stored('SELECT record FROM reposts')).toEqual({ id: 'm', version: 2, errorDetail, note: null })
    expect(stored('SELECT record FROM handovers')).toEqual({
      ...edit,
      asked: { ...edit.asked, after: coded },
    })
    close()
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

  it.each([
    ['is cut in half', (whole: Buffer) => whole.subarray(0, Math.floor(whole.length / 8192) * 4096)],
    ['is cut within a page', (whole: Buffer) => whole.subarray(0, 5000)],
    ['has a damaged schema', (whole: Buffer) => overwritten(whole, 100, 900)],
    ['has damaged pages', (whole: Buffer) => overwritten(whole, 8192, whole.length - 8192)],
    ['has a damaged head', (whole: Buffer) => overwritten(whole, 16, 60)],
    ['is text', () => Buffer.from('Dear diary, '.repeat(1_000))],
  ])('is refused unchanged, again and again, when it %s', (_how, damage: (whole: Buffer) => Buffer) => {
    leaveBehind((raw) => {
      const insert = raw.prepare('INSERT INTO sessions (id, created_at, expires_at) VALUES (?, 1, 1)')
      for (let i = 0; i < 2_000; i += 1) insert.run(`session ${i}`)
    })
    writeFileSync(file, damage(readFileSync(file)))
    const before = readFileSync(file)
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect(open).toThrow(StartFailure)
      expect(readFileSync(file).equals(before)).toBe(true)
    }
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

  it.each([
    {
      table: 'media',
      text: '`created_at` integer',
      spoiled: '`created_at` intege2',
      said: 'the column created_at of the table media is "intege2", not "integer"',
    },
    {
      table: 'recurrences',
      text: '`posts`(`id`)',
      spoiled: '`posts`(`ie`)',
      said: 'the table recurrences has lost what its rows refer to',
    },
    {
      table: 'slot_plans',
      text: 'ON DELETE cascade',
      spoiled: 'ON DELETE set null',
      said: 'the table slot_plans has lost what its rows refer to',
    },
  ])('is refused when $text of its table $table is $spoiled', ({ table, text, spoiled, said }) => {
    leaveBehind((raw) => {
      raw.unsafeMode()
      raw.pragma('writable_schema = ON')
      const change = 'UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE name = ? AND instr(sql, ?)'
      expect(raw.prepare(change).run(text, spoiled, table, text).changes).toBe(1)
    })
    expect(open).toThrow(said)
  })

  it('is refused when it lacks any of its tables', () => {
    let tables: string[] = []
    leaveBehind((raw) => {
      const ours =
        "type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!' AND name <> '__drizzle_migrations'"
      tables = raw.prepare<[], string>(`SELECT name FROM sqlite_schema WHERE ${ours}`).pluck().all()
    })
    const whole = readFileSync(file)
    for (const table of tables) {
      writeFileSync(file, whole)
      leaveBehind((raw) => {
        raw.pragma('foreign_keys = OFF')
        raw.exec(`DROP TABLE ${table}`)
      })
      expect(open).toThrow(`is damaged: the table ${table} is missing`)
    }
    expect(tables).toContain('posts')
  })

  it('is refused when there is no such folder', () => {
    expect(() => openDatabase(join(dir, 'nowhere', 'nightpost.db'), migrationsDir)).toThrow(StartFailure)
    expect(existsSync(join(dir, 'nowhere'))).toBe(false)
  })
})

function overwritten(bytes: Buffer, from: number, length: number): Buffer {
  const copy = Buffer.from(bytes)
  for (let i = from; i < from + length; i += 1) copy[i] = (i * 131 + 7) % 251
  return copy
}
