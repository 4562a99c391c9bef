import { openAsBlob, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { showProgress, WatchedFile } from '../../../local-server/cli/progress.ts'
import { newFolder } from '../../process-harness/own-folders.ts'

/** As `fetch` reads a form. Returns how much it has read. */
async function send(replace: ((line: string) => void) | null): Promise<number> {
  const path = join(newFolder(), 'clip.mp4')
  writeFileSync(path, new Uint8Array(300_000))
  const form = new FormData()
  const watcher = {
    onProgress: showProgress(replace, 'clip.mp4').progress,
    onUnreadable: () => expect.fail('it can be read'),
  }
  form.append('file', new WatchedFile(await openAsBlob(path), 'clip.mp4', watcher))
  return (await new Response(form).arrayBuffer()).byteLength
}

it('an upload shows on a terminal how far it is, and leaves nothing behind', async () => {
  const written: string[] = []
  expect(await send((line) => void written.push(line))).toBeGreaterThan(300_000)
  expect(written[0]).toMatch(/^\[#+ +\] {1,2}\d+ % {2}clip\.mp4$/)
  expect(written.at(-1)).toBe('')
})

it('elsewhere it writes nothing', async () => {
  expect(await send(null)).toBeGreaterThan(300_000)
})

it('an upload that ends on its way leaves no line behind, whatever is still read of it', () => {
  const written: string[] = []
  const { progress, end } = showProgress((line) => void written.push(line), 'clip.mp4')
  progress(10, 100)
  end()
  progress(20, 100)
  expect(written).toEqual([expect.stringContaining('10 %'), ''])
})
