import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pageIn } from '../../../local-server/terminal/open-in-browser.ts'
import { newFolder } from '../../process-harness/own-folders.ts'

it('the page that signs in lies where a browser can read it, also one that reads no hidden folder', () => {
  const snaps = newFolder()
  expect(pageIn('/home/me/.local/share/nightpost', join(snaps, 'none'))).toBe(
    '/home/me/.local/share/nightpost/open.html',
  )
  expect(pageIn('/home/me/.local/share/nightpost', snaps)).toBe(join(homedir(), 'nightpost-open.html'))
})
