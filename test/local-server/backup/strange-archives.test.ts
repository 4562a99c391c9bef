// What restoring refuses of an archive that somebody else has made, with the right passphrase.
import * as age from 'age-encryption'
import { packTar, type TarEntry } from 'modern-tar'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { checkBackup } from '../../../local-server/backup/backup.ts'
import { restore } from '../../../local-server/backup/restore.ts'
import { filesBelow, newFolder } from '../../process-harness/own-folders.ts'

const passphrase = 'five random words or more'
const DATABASE = 'a database'

interface Listed {
  readonly size: number
  readonly sha256: string
}
const listed = (body: string): Listed => ({
  size: body.length,
  sha256: createHash('sha256').update(body).digest('hex'),
})

const entry = (name: string, body: string): TarEntry => ({ header: { name, size: body.length }, body })

/** What a backup holds beside `more`. */
function contents(more: Readonly<Record<string, Listed>> = {}): TarEntry {
  const files = { 'nightpost.db': listed(DATABASE), ...more }
  const list = { format: 1, version: '0.1.0', madeAt: '2026-11-23T09:05:00.000Z', files }
  return entry('contents.json', JSON.stringify(list))
}

async function archiveOf(entries: readonly TarEntry[]): Promise<string> {
  const encrypter = new age.Encrypter()
  encrypter.setPassphrase(passphrase)
  encrypter.setScryptWorkFactor(4)
  return fileOf(await encrypter.encrypt(await packTar([...entries])))
}

function fileOf(bytes: Uint8Array): string {
  const file = join(newFolder(), 'backup.age')
  writeFileSync(file, bytes)
  return file
}

const database = entry('nightpost.db', DATABASE)
const picture = 'uploads/media/a.jpg'

async function expectRefused(file: string, says: RegExp): Promise<void> {
  const dataDir = join(newFolder(), 'data')
  mkdirSync(dataDir)
  await expect(checkBackup(file, passphrase)).rejects.toThrow(says)
  await expect(restore({ file, dataDir, passphrase })).rejects.toMatchObject({
    name: 'StartFailure',
    message: expect.stringMatching(says),
  })
  expect([readdirSync(dirname(dataDir)), readdirSync(dataDir)]).toEqual([['data'], []])
}

it('restores an archive that holds what its list names, and nothing else', async () => {
  const dataDir = newFolder()
  const file = await archiveOf([database, entry(picture, 'x'), contents({ [picture]: listed('x') })])
  await restore({ file, dataDir, passphrase })
  expect(filesBelow(dataDir).toSorted()).toEqual(['nightpost.db', picture])
})

it.each([
  'service.env',
  'instance.json',
  'nightpost.db-wal',
  'Nightpost.db',
  'staging/a.jpg',
  'inbox/a.jpg',
  'uploads',
  '../a.jpg',
  '/etc/a.jpg',
  'uploads/media/../../a.jpg',
  '__proto__',
])('refuses an archive that brings a file %s, though its list names it', async (name) => {
  const more = JSON.parse(JSON.stringify({ [name]: listed('x') }))
  await expectRefused(await archiveOf([database, entry(name, 'x'), contents(more)]), /no name of a backup/)
})

it.each([picture, 'uploads/.DS_Store', 'secrets.json'])(
  'refuses an archive whose list does not name %s',
  async (name) => {
    await expectRefused(await archiveOf([database, entry(name, 'x'), contents()]), /is not on its list/)
    // Nor when it follows the list.
    await expectRefused(await archiveOf([database, contents(), entry(name, 'x')]), /is not on its list/)
  },
)

it.each([picture, 'uploads/.DS_Store'])('refuses an archive that lacks %s of its list', async (name) => {
  await expectRefused(await archiveOf([database, contents({ [name]: listed('x') })]), /not what was put in/)
})

it('refuses an archive whose list names another size', async () => {
  const more = { [picture]: { ...listed('x'), size: 2 } }
  await expectRefused(await archiveOf([database, entry(picture, 'x'), contents(more)]), /not what was put in/)
})

it('refuses an archive that holds a file twice', async () => {
  await expectRefused(await archiveOf([database, database, contents()]), /nightpost\.db is in it twice/)
  await expectRefused(await archiveOf([database, contents(), contents()]), /contents\.json is in it twice/)
})

it.each(['symlink', 'link', 'directory', 'fifo'] as const)('refuses an archive with a %s', async (type) => {
  const other: TarEntry = { header: { name: picture, size: 0, type, linkname: '/etc/passwd' } }
  await expectRefused(await archiveOf([database, other, contents({ [picture]: listed('') })]), /is no file/)
})

it('refuses an archive with an attribute of a file that is larger than any', async () => {
  const pax = { comment: 'x'.repeat(9_000_000) }
  const other: TarEntry = { header: { name: picture, size: 1, pax }, body: 'x' }
  await expectRefused(
    await archiveOf([database, other, contents({ [picture]: listed('x') })]),
    /maximum size/,
  )
})

it('refuses an archive whose list is longer than any', async () => {
  const file = await archiveOf([database, entry('contents.json', ' '.repeat(65_000_000))])
  await expectRefused(file, /contents\.json is too long/)
})

it('reads no further than a header goes to find that a file is no backup', async () => {
  const zeros = fileOf(new Uint8Array(50_000_000))
  const endless = fileOf(Buffer.from(`age-encryption.org/v1\n-> scrypt ${'A'.repeat(50_000_000)}`))
  const before = process.memoryUsage().arrayBuffers
  for (const file of [zeros, endless]) await expectRefused(file, /not a file that a passphrase opens/)
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000)
})

it('derives no key that asks for more memory than that of a backup', async () => {
  const encrypter = new age.Encrypter()
  encrypter.setPassphrase(passphrase)
  encrypter.setScryptWorkFactor(4)
  const bytes = Buffer.from(await encrypter.encrypt('x')).toString('latin1')
  const asking = Buffer.from(bytes.replace(/^(-> scrypt \S+) 4$/m, '$1 20'), 'latin1')
  await expectRefused(fileOf(asking), /more memory/)
})
