// The content of a post as flags give it: its files, and its caption as it is read from a file.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { sendPost, wordsOf } from '../../../local-server/cli/contract/post-content.ts'
import { newFolder } from '../../process-harness/own-folders.ts'

function captionFile(bytes: Uint8Array | string): string {
  const file = join(newFolder(), 'caption.txt')
  writeFileSync(file, bytes)
  return file
}

it('takes the words of the file, without what an editor puts around them', async () => {
  expect(await wordsOf({ captionFile: captionFile('\u{feff}Grüße\r\n') })).toEqual({ caption: 'Grüße' })
})

it.each([
  ['the letters of an older Windows', Buffer.from('Grüße', 'latin1')],
  ['the two bytes for each letter of PowerShell', Buffer.from('\u{feff}Grüße', 'utf16le')],
])('refuses %s, of which a post would show other letters', async (_what, bytes) => {
  await expect(wordsOf({ captionFile: captionFile(bytes) })).rejects.toMatchObject({
    name: 'StartFailure',
    message: expect.stringContaining('is not a text in UTF-8'),
  })
})

it.each([
  ['a story of two files', { story: true as const, file: ['a.jpg', 'b.jpg'] }, 'A story has one file.'],
  [
    'a carousel of eleven',
    { file: Array.from({ length: 11 }, () => 'a.jpg') },
    'A post has 10 files at most.',
  ],
])('uploads nothing of %s, which no post can be', async (_what, flags, message) => {
  const send = vi.fn()
  await expect(sendPost(send, '/schedule', flags)).rejects.toMatchObject({ name: 'StartFailure', message })
  expect(send).not.toHaveBeenCalled()
})
