// The passphrase of a backup, typed by a person or read from a file.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, expect, it, vi } from 'vitest'
import { readPassphrase } from '../../../local-server/backup/passphrase.ts'
import { newFolder } from '../../process-harness/own-folders.ts'

/** What is typed at the prompt. */
function typing(keys: string) {
  const terminal = Object.assign(new PassThrough(), { isTTY: true })
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(terminal as unknown as typeof process.stdin)
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  terminal.write(keys)
  return readPassphrase({ file: null, variable: null, isNew: false })
}

afterEach(() => vi.restoreAllMocks())

it('the passphrase is what was typed before the end of the line', async () => {
  expect(await typing('five random words\r')).toBe('five random words')
})

it.each([
  ['Ctrl+C', '\u0003'],
  ['Ctrl+D', '\u0004'],
])('%s in its place ends the command in a sentence', async (_name, key) => {
  await expect(typing(key)).rejects.toMatchObject({ name: 'StartFailure', whatToDo: 'Nothing was changed.' })
})

const words = 'five random words of mine'

it.each([
  ['the mark that some editors put before a text', Buffer.from(`\u{feff}${words}\n`)],
  ['the two bytes for each letter of PowerShell', Buffer.from(`\u{feff}${words}\r\n`, 'utf16le')],
])('a file with %s makes no backup, which what is read in it could not open', async (_what, bytes) => {
  const file = join(newFolder(), 'passphrase.txt')
  writeFileSync(file, bytes)
  await expect(readPassphrase({ file, variable: null, isNew: true })).rejects.toMatchObject({
    name: 'StartFailure',
    whatToDo: expect.stringContaining('UTF-8'),
  })
})
