import Database from 'better-sqlite3'
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrationsDir } from '../../../local-server/paths.ts'
import { isKnownSound, noteWhetherSound } from '../../../local-server/sqlite/known-sound.ts'
import { openDatabase } from '../../../local-server/sqlite/open-database.ts'
import { StartFailure } from '../../../local-server/terminal/start-failure.ts'

let dir: string
let file: string

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'nightpost-sound-'))
  file = join(dir, 'nightpost.db')
  const { raw, close } = openDatabase(file, migrationsDir)
  const insert = raw.prepare('INSERT INTO sessions (id, created_at, expires_at) VALUES (?, 1, 1)')
  for (let n = 0; n < 500; n += 1) insert.run(`session ${n}`)
  close()
})
afterEach(() => rmSync(dir, { recursive: true }))

/** One bit of the last place in the file that holds this text. */
function changeBit(text: string): void {
  const bytes = readFileSync(file)
  const place = bytes.lastIndexOf(text)
  bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place)
  writeFileSync(file, bytes)
}

function write(sql: string): void {
  const raw = new Database(file)
  raw.exec(sql)
  raw.close()
}

const open = () => openDatabase(file, migrationsDir)

describe('a database that was found sound', () => {
  it('is known as sound as long as it is the same, also after it was opened and closed', () => {
    expect(isKnownSound(file)).toBe(false)
    noteWhetherSound(file)
    expect(isKnownSound(file)).toBe(true)
    open().close()
    expect(isKnownSound(file)).toBe(true)
  })

  it('is looked at again when a single bit has changed, and refused when that is damage', () => {
    noteWhetherSound(file)
    changeBit('session 7')
    expect(isKnownSound(file)).toBe(false)
    expect(open).toThrow(StartFailure)
    expect(open).toThrow(/is damaged/)
  })

  it('is looked at again when somebody has written to it, or to its log', () => {
    noteWhetherSound(file)
    write("UPDATE sessions SET expires_at = 2 WHERE id = 'session 7'")
    expect(isKnownSound(file)).toBe(false)
    noteWhetherSound(file)
    expect(isKnownSound(file)).toBe(true)
    const raw = new Database(file)
    raw.exec("UPDATE sessions SET expires_at = 3 WHERE id = 'session 7'")
    const killed = join(dir, 'killed.db')
    for (const end of ['', '-wal', '.sound']) copyFileSync(file + end, killed + end)
    raw.close()
    expect(isKnownSound(killed)).toBe(false)
  })

  it('is looked at again when it was cut off or has grown', () => {
    noteWhetherSound(file)
    const whole = readFileSync(file)
    appendFileSync(file, Buffer.alloc(4096))
    expect(isKnownSound(file)).toBe(false)
    writeFileSync(file, whole.subarray(0, -4096))
    expect(isKnownSound(file)).toBe(false)
  })

  it('is looked at when the note cannot be read', () => {
    noteWhetherSound(file)
    writeFileSync(`${file}.sound`, 'sound')
    expect(isKnownSound(file)).toBe(false)
    open().close()
  })
})

describe('a database that is damaged when the server stops', () => {
  it('gets no note, and an earlier note does not speak for it', () => {
    const sound = readFileSync(file)
    changeBit('session 7')
    noteWhetherSound(file)
    expect(existsSync(`${file}.sound`)).toBe(false)
    writeFileSync(file, sound)
    noteWhetherSound(file)
    changeBit('session 7')
    noteWhetherSound(file)
    expect(isKnownSound(file)).toBe(false)
    expect(open).toThrow(/is damaged/)
  })

  it('is not read when it is gone', () => {
    rmSync(file)
    noteWhetherSound(file)
    expect(existsSync(file)).toBe(false)
    expect(existsSync(`${file}.sound`)).toBe(false)
  })
})
