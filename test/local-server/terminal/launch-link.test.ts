import { closeSync, fstatSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { isJournal, printsLink, showLinks } from '../../../local-server/terminal/launch-link.ts'
import { createTranscript } from '../../../local-server/terminal/transcript.ts'
import { newFolder } from '../../process-harness/own-folders.ts'

const PIPE = { link: null, serviceManager: null, journalStream: null }
const onTerminal = (isTTY: boolean) => {
  vi.stubGlobal('process', Object.create(process, { stdout: { value: { isTTY } } }))
  onTestFinished(() => void vi.unstubAllGlobals())
}

describe('the link that signs in', () => {
  it.each([
    ['into a pipe', PIPE, false, true],
    [
      'into a pipe of a terminal that a service of the desktop has started',
      { ...PIPE, journalStream: '1:2' },
      false,
      true,
    ],
    ['by a service that systemd waits for', { ...PIPE, serviceManager: {} }, false, false],
    [
      'by a service of which the user wants it',
      { ...PIPE, serviceManager: {}, link: 'on' as const },
      false,
      true,
    ],
    ['in a container', { ...PIPE, link: 'off' as const }, false, false],
    ['on the terminal of a container', { ...PIPE, link: 'off' as const }, true, true],
  ])('%s: %j, terminal %j: printed %j', (_where, settings, isTTY, printed) => {
    onTerminal(isTTY)
    expect(printsLink(settings)).toBe(printed)
  })

  it('is not printed into the journal, which systemd names by its device and inode', () => {
    const file = openSync(join(newFolder(), 'journal'), 'w')
    const { dev, ino } = fstatSync(file, { bigint: true })
    expect(isJournal(`${dev}:${ino}`, file)).toBe(true)
    expect(isJournal(`${dev}:${ino + 1n}`, file)).toBe(false)
    expect(isJournal(null, file)).toBe(false)
    closeSync(file)
  })

  it('is not even made where it is not printed, and a line says which command prints one', async () => {
    onTerminal(false)
    let text = ''
    const where = {
      origin: 'http://127.0.0.1:4100',
      proxyOrigin: 'https://home.example',
      dataDir: '/data/nightpost',
    }
    const newLink = () => expect.fail('no link is wanted')
    const link = await showLinks(
      { ...PIPE, link: 'off', ...where, newLink },
      createTranscript((more) => (text += more)),
    )
    expect(link).toBeNull()
    expect(text).toMatch(
      /^\n {2}Open {3}http:\/\/127\.0\.0\.1:4100 {5}\(.*open --print --data-dir \/data\/nightpost prints a link that signs in\)\n$/,
    )
  })
})
