// The content of a post as flags give it: its files, and its caption as it is read from a file.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { RefusedRequest } from '../../../local-server/cli/calls.ts'
import {
  sendPost,
  withUploads,
  wordsOf,
  type ContentFlags,
} from '../../../local-server/cli/contract/post-content.ts'
import type { Send } from '../../../local-server/cli/session.ts'
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

it.each<[what: string, flags: ContentFlags, message: string]>([
  ['a story of two files', { story: true, file: ['a.jpg', 'b.jpg'] }, 'A story has one file.'],
  [
    'a carousel of eleven',
    { file: Array.from({ length: 11 }, () => 'a.jpg') },
    'A post has 10 files at most.',
  ],
])('uploads nothing of %s, which no post can be', async (_what, flags, message) => {
  const send = vi.fn<Send>()
  await expect(sendPost(send, '/schedule', flags)).rejects.toMatchObject({ name: 'StartFailure', message })
  expect(send).not.toHaveBeenCalled()
})

it.each([
  ['removes the files of a post that is refused', 'INVALID_STATUS', 1],
  ['keeps the files of a change that the Worker may have made without an answer', 'WORKER_UNREACHABLE', 0],
  ['keeps the files of what the server may have done before its error', 'INTERNAL_ERROR', 0],
])('%s', async (_what, code, removals) => {
  const stored = { id: '7', originalFilename: 'a.jpg', mimeType: 'image/jpeg', isValid: true }
  const send = vi.fn<Send>(async () => Response.json(stored))
  const refused = new RefusedRequest({ error: 'No.', code }, '')
  const sent = withUploads(send, [import.meta.filename], () => Promise.reject(refused))
  await expect(sent).rejects.toBe(refused)
  expect(send.mock.calls.filter(([, init]) => init?.method === 'DELETE')).toHaveLength(removals)
})
