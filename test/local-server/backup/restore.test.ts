// What restoring a backup refuses, and that it leaves nothing behind then.
import type * as age from 'age-encryption'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, expect, it, vi } from 'vitest'
import { backUp } from '../../../local-server/backup/backup.ts'
import { restore } from '../../../local-server/backup/restore.ts'
import { newFolder } from '../../process-harness/own-folders.ts'
import { wireServer } from '../wire/wired-server.ts'

// A passphrase that costs an attacker a second costs each test a second, too.
vi.mock('age-encryption', async (load) => {
  const library = await load<typeof age>()
  class QuickEncrypter extends library.Encrypter {
    constructor() {
      super()
      this.setScryptWorkFactor(4)
    }
  }
  return { ...library, Encrypter: QuickEncrypter }
})

const passphrase = 'five random words or more'
let whole: Buffer
beforeAll(async () => {
  const server = await wireServer()
  await server.upload()
  await server.close()
  const file = join(newFolder(), 'backup.age')
  await backUp({ dataDir: server.dataDir, file, withMedia: true, passphrase })
  whole = readFileSync(file)
})

function written(bytes: Buffer): string {
  const file = join(newFolder(), 'backup.age')
  writeFileSync(file, bytes)
  return file
}

it('takes back all of it, into a folder that is empty', async () => {
  const dataDir = newFolder()
  await restore({ file: written(whole), dataDir, passphrase })
  expect(readdirSync(dataDir)).toEqual(expect.arrayContaining(['nightpost.db', 'secrets.json', 'uploads']))
})

it('changes nothing where something is', async () => {
  const dataDir = newFolder()
  writeFileSync(join(dataDir, 'mine'), 'mine')
  await expect(restore({ file: written(whole), dataDir, passphrase })).rejects.toThrow(/already/)
  expect(readdirSync(dataDir)).toEqual(['mine'])
})

it.each([
  ['is cut in half', (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1), /damaged|opened/],
  ['lacks its last byte', (bytes: Buffer) => bytes.subarray(0, -1), /damaged|opened/],
  ['has one byte that is another', withAnotherByte, /damaged/],
])('leaves nothing of a file that %s', async (_how, damage: (bytes: Buffer) => Buffer, says) => {
  await expectNothingLeft(damage(whole), passphrase, says)
})

it('leaves nothing of a file that another passphrase opens', async () => {
  await expectNothingLeft(whole, 'another passphrase', /cannot be opened/)
})

async function expectNothingLeft(bytes: Buffer, given: string, says: RegExp): Promise<void> {
  const dataDir = join(newFolder(), 'data')
  mkdirSync(dataDir)
  await expect(restore({ file: written(bytes), dataDir, passphrase: given })).rejects.toThrow(says)
  expect([readdirSync(dirname(dataDir)), readdirSync(dataDir)]).toEqual([['data'], []])
}

function withAnotherByte(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes)
  changed[bytes.length >> 1] = ~(bytes[bytes.length >> 1] ?? 0)
  return changed
}
