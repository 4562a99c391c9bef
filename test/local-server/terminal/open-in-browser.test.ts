import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { addressOf, pageIn } from '../../../local-server/terminal/open-in-browser.ts'
import { newFolder } from '../../process-harness/own-folders.ts'

it('the page that signs in lies where a browser can read it, also one that reads no hidden folder', () => {
  const snaps = newFolder()
  expect(pageIn('/home/me/.local/share/nightpost', join(snaps, 'none'))).toBe(
    '/home/me/.local/share/nightpost/open.html',
  )
  expect(pageIn('/home/me/.local/share/nightpost', snaps)).toBe(join(homedir(), 'nightpost-open.html'))
})

it('the browser of Windows gets a path in its Linux, which is translated: of an address nothing would be', () => {
  expect(addressOf('/home/me/open.html', '5.15.167.4-microsoft-standard-WSL2')).toBe('/home/me/open.html')
  expect(addressOf('/home/me/a b.html', '6.8.0-49-generic')).toBe('file:///home/me/a%20b.html')
})
