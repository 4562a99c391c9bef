// The flags of a command: the data folder where none names it, and those that stand before the command.
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createCommandLine } from '../../../local-server/cli/command-line.ts'
import { newFolder } from '../../process-harness/own-folders.ts'
import { typeCommand } from '../../process-harness/typed-command.ts'

afterEach(() => vi.unstubAllEnvs())

it.each([
  ['empty', ''],
  ['below ~, which no shell has replaced', '~/nightpost'],
])('NIGHTPOST_DATA_DIR is refused by a command as by a start when it is %s', async (_what, dir) => {
  vi.stubEnv('NIGHTPOST_DATA_DIR', dir)
  expect(await typeCommand('status')).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('NIGHTPOST_DATA_DIR or --data-dir has a value that cannot be used.'),
  })
})

it('an agent is told the whole path of a folder that the variable names from here', async () => {
  vi.stubEnv('NIGHTPOST_DATA_DIR', 'my posts')
  const { stdout } = await typeCommand('mcp', '--print-config', 'cursor')
  expect(JSON.parse(stdout).mcpServers.nightpost.args).toContain(resolve('my posts'))
})

it.each([
  ['schedule', ['--zone', 'Asia/Tokyo', 'import', 'week.csv'], '--zone'],
  ['insights', ['--account', 'demo.kitchen', 'export'], '--account'],
  ['schedule', ['--data-dir', '/elsewhere', 'cancel', '7'], '--data-dir'],
])('a flag of %s before the command below it is refused, not left out', async (group, words, flag) => {
  expect(await typeCommand(group, ...words)).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining(`${flag} belongs after nightpost ${group} `),
  })
})

it('a list of posts takes the answer to which number of a date is the day', async () => {
  const words = ['--from', '4/11/2031', '--dates', 'dmy', '--data-dir', '/nowhere']
  expect(await typeCommand('posts', 'list', ...words)).toMatchObject({ code: 4 })
})

it.each([
  ['posts', '200'],
  ['drafts', '0'],
])(
  'a list of %s that is to have %s entries is refused as wrong words, before a server is asked',
  async (group, limit) => {
    expect(await typeCommand(group, 'list', '--limit', limit, '--data-dir', '/nowhere')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Give a whole number from 1 to 100.'),
    })
  },
)

it.each(['logs', 'watch', 'posts export', 'insights export'])(
  'the help of %s says that a program gets more than one line',
  (path) => {
    const named = (group: Command, name: string) =>
      group.commands.find((each) => each.name() === name) ?? group
    const json = (words: readonly string[]) =>
      words.reduce(named, createCommandLine()).options.find(({ long }) => long === '--json')?.description
    expect(json(path.split(' '))).toBe('for programs: a line of JSON for each entry')
    expect(json(['posts', 'list'])).toBe('for programs: one line of JSON')
  },
)

it('the help of what takes the flags of a program of its own says where these are listed', () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const { commands } = createCommandLine({ start: { description: 'start', load: async () => {} } })
  commands.find((command) => command.name() === 'start')?.outputHelp()
  const service = commands.find((command) => command.name() === 'service')
  service?.commands.find((command) => command.name() === 'install')?.outputHelp()
  const printed = write.mock.calls.map(([text]) => String(text)).join('')
  write.mockRestore()
  expect(printed.match(/nightpost start --help lists/g)).toHaveLength(2)
})

describe.runIf(process.platform === 'linux')('the commands of the service', () => {
  const inEmptyHome = (variables: Readonly<Record<string, string>>): string => {
    const home = newFolder()
    // Without any program of the system.
    const own = { HOME: home, PATH: home, XDG_CONFIG_HOME: home }
    for (const [name, value] of Object.entries({ ...own, ...variables })) vi.stubEnv(name, value)
    return home
  }

  it.each<[string, Record<string, string>]>([
    ['half of the pair for backups', { NIGHTPOST_BACKUP_DIR: '/mnt/backups' }],
    ['a port that is none', { PORT: 'many' }],
    ['a data folder that is none', { NIGHTPOST_DATA_DIR: '' }],
  ])('do not mind %s in the shell, which no service gets from it', async (_what, variables) => {
    inEmptyHome(variables)
    expect(await typeCommand('service', 'status')).toEqual({
      code: 4,
      stdout: 'Not installed: nightpost service install.\n',
      stderr: '',
    })
    expect(await typeCommand('service', 'remove')).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^There is no service of the user \S+, so nothing was removed\.\n$/),
      stderr: '',
    })
  })

  it('say how a service runs again that was stopped', async () => {
    const units = join(inEmptyHome({}), 'systemd/user')
    mkdirSync(units, { recursive: true })
    writeFileSync(join(units, 'nightpost.service'), '')
    expect((await typeCommand('service', 'status')).stdout).toMatch(
      /^Installed, but not running: nightpost service install starts it again\. .*journalctl .* says why\.\n$/,
    )
  })

  it('install none that could not start with the file of its variables', async () => {
    inEmptyHome({})
    const dataDir = newFolder()
    const file = join(dataDir, 'service.env')
    writeFileSync(file, 'RATE_LIMIT_RPM=many\n')
    expect(await typeCommand('service', 'install', '--port', '0', '--data-dir', dataDir)).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(`The service cannot start with ${file}: RATE_LIMIT_RPM has a value`),
    })
  })

  it('install none for a port that another program has', async () => {
    inEmptyHome({})
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    onTestFinished(() => void taken.close())
    const { port } = taken.address() as AddressInfo
    const dataDir = join(newFolder(), 'new')
    const flags = ['--port', String(port), '--data-dir', dataDir]
    expect(await typeCommand('service', 'install', ...flags)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`Port ${port} is in use by another program.`),
    })
    expect(existsSync(dataDir)).toBe(false)
  })

  it('install none with a Node that npx has fetched for this once, as the program tells those to do who have an older one', async () => {
    inEmptyHome({})
    const { execPath } = process
    onTestFinished(() => {
      process.execPath = execPath
    })
    process.execPath = '/home/anna/.npm/_npx/1a2b3c4d/node_modules/node/bin/node'
    const data = ['--data-dir', newFolder()]
    expect(await typeCommand('service', 'install', ...data)).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^npx keeps the Node .*\nInstall Node 24 or later from https:\/\/nodejs\.org/,
      ),
    })
  })
})
