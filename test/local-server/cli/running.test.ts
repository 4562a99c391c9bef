import { appendFileSync, chmodSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { backUp } from '../../../local-server/backup/backup.ts'
import { logs, open, stop } from '../../../local-server/cli/running.ts'
import { announceRunning } from '../../../local-server/data-folder/running.ts'
import { newFolder } from '../../process-harness/own-folders.ts'
import { wireServer } from '../wire/wired-server.ts'

afterEach(() => vi.restoreAllMocks())

it('logs shows nothing of a data folder in which nothing was logged yet', async () => {
  const [dataDir, printed] = [newFolder(), vi.spyOn(process.stdout, 'write')]
  writeFileSync(join(dataDir, 'lock.db'), '')
  await logs(dataDir, { lines: 50 })
  expect(printed).not.toHaveBeenCalled()
})

it('logs says of another folder that there is no log', async () => {
  await expect(logs(newFolder(), { lines: 50 })).rejects.toMatchObject({
    name: 'StartFailure',
    whatToDo: 'Name the data folder with --data-dir DIR.',
  })
})

it.skipIf(process.platform === 'win32')(
  'logs and backup do not call a folder empty that this user may not read',
  async () => {
    const dataDir = newFolder()
    writeFileSync(join(dataDir, 'nightpost.db'), 'of another user')
    chmodSync(dataDir, 0o000)
    const isRoot = process.getuid?.() === 0
    if (isRoot) process.seteuid?.('nobody')
    onTestFinished(() => {
      if (isRoot) process.seteuid?.(0)
      chmodSync(dataDir, 0o700)
    })
    const refused = { name: 'StartFailure', message: `The folder ${dataDir} may not be read by this user.` }
    await expect(logs(dataDir, { lines: 50 })).rejects.toMatchObject(refused)
    const backup = { dataDir, file: join(dataDir, 'x.age'), withMedia: false, passphrase: 'x' }
    await expect(backUp(backup)).rejects.toMatchObject(refused)
  },
)

it('logs shows a person the time, level, words and facts of each entry, and a program the lines as they are', async () => {
  const dataDir = newFolder()
  mkdirSync(join(dataDir, 'logs'))
  const entry = {
    '@timestamp': '2026-11-29T04:12:01.000Z',
    level: 'WARN',
    message: 'a post failed',
    logger: 'x',
    properties: { postId: 'p', tries: 2 },
  }
  const file = `${JSON.stringify(entry)}\nno entry\n`
  writeFileSync(join(dataDir, 'logs', 'nightpost.log'), file)
  const shown = async (flags: { json?: true }) => {
    const printed: string[] = []
    const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0)
    await logs(dataDir, { lines: 50, ...flags })
    spy.mockRestore()
    return printed.join('')
  }
  expect(await shown({})).toMatch(
    /^29 Nov \d\d:12:01 {2}WARN {3}a post failed {2}postId=p {2}tries=2\nno entry\n$/,
  )
  expect(await shown({ json: true })).toBe(file)
})

it.each([
  [false, 'Stopped.\n'],
  [true, 'Stopped; nightpost service install starts the service again.\n'],
])('stop asks the server to end, because on Windows a signal would kill it (%j)', async (asService, told) => {
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true)
  const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const wired = await wireServer()
  const { dataDir, late, origin, server } = wired
  announceRunning(dataDir, { origin, life: server.signingIn.life, asService }, server.parts.log)
  late.stop = () => setTimeout(() => void wired.close(), 100)
  await stop(dataDir)
  expect(printed.mock.calls.map(([text]) => text)).toEqual([told])
  expect(kill).not.toHaveBeenCalled()
})

it('open says what to do where there is no browser', async () => {
  const wired = await wireServer()
  const { dataDir, origin, server } = wired
  announceRunning(dataDir, { origin, life: server.signingIn.life, asService: false }, server.parts.log)
  const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const opened: string[] = []
  const browser = { open: async (_folder: string, link: string) => void opened.push(link), readsWithinMs: 0 }
  await open(dataDir, false, browser)
  const lines = said.mock.calls.map(([text]) => text)
  said.mockRestore()
  await wired.close()
  expect(opened).toEqual([expect.stringContaining(`${origin}/#t=`)])
  expect(lines).toEqual([
    expect.stringMatching(/^Opened in your browser, if there is one: \S+ .*open --print/),
  ])
})

it('open prints beside its link the one for the proxy, which alone reaches a container in Tailscale’s network', async () => {
  const proxy = 'https://nightpost.example.ts.net'
  const wired = await wireServer({ env: { NIGHTPOST_ORIGIN: proxy } })
  const { dataDir, origin, server } = wired
  announceRunning(dataDir, { origin, life: server.signingIn.life, asService: false }, server.parts.log)
  const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const beside = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await open(dataDir, true)
  const printed = [said, beside].map(({ mock }) => mock.calls.map(([text]) => text))
  vi.restoreAllMocks()
  await wired.close()
  expect(printed).toEqual([
    [expect.stringMatching(new RegExp(`^${origin}/#t=\\S+\n$`))],
    [expect.stringMatching(new RegExp(`^On the phone: ${proxy}/#t=\\S+\n$`))],
  ])
})

it('logs goes on in the older log where the newest has too few lines', async () => {
  const dataDir = newFolder()
  mkdirSync(join(dataDir, 'logs'))
  writeFileSync(join(dataDir, 'logs', 'nightpost.log.1'), '{"n":1}\n{"n":2}\n')
  writeFileSync(join(dataDir, 'logs', 'nightpost.log'), '{"n":3}\n')
  const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  await logs(dataDir, { lines: 2, json: true })
  expect(printed.mock.calls.map(([text]) => text)).toEqual(['{"n":2}\n', '{"n":3}\n'])
})

it('logs that follow show the last lines of a log that was rotated, and a half-written one once', async () => {
  const dataDir = newFolder()
  mkdirSync(join(dataDir, 'logs'))
  const file = join(dataDir, 'logs', 'nightpost.log')
  const longer = '{"n":"longer than all that was read of the older one"}'
  writeFileSync(file, '{"n":1}\n')
  const shown: string[] = []
  let isOver = false
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    if (isOver) throw new Error('over')
    return shown.push(String(text).trim()) > 0
  })
  const following = logs(dataDir, { lines: 5, json: true, follow: true }).catch((error: unknown) => error)
  try {
    await vi.waitFor(() => expect(shown).toHaveLength(1))
    appendFileSync(file, '{"n":2}\n{"n":')
    await vi.waitFor(() => expect(shown).toHaveLength(2))
    appendFileSync(file, '3}\n{"n":4}\n')
    renameSync(file, `${file}.1`)
    writeFileSync(file, `{"n":5}\n${longer}\n`)
    await vi.waitFor(() => expect(shown.at(-1)).toBe(longer))
  } finally {
    isOver = true
    appendFileSync(file, '{"n":6}\n')
    await following
  }
  expect(shown).toEqual([1, 2, 3, 4, 5].map((n) => `{"n":${n}}`).concat(longer))
})
