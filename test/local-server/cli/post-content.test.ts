// The caption of a post as it is read from a file.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { wordsOf } from '../../../local-server/cli/contract/post-content.ts'
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
