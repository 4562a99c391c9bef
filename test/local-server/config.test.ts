import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig, readServiceConfig } from '../../local-server/config.ts'
import { EXIT_CODES } from '../../local-server/terminal/exit-codes.ts'

const read = (argv: string[], env: Record<string, string> = {}) =>
  readConfig(['--data-dir', '/nowhere', ...argv], { HOME: '/nowhere', ...env })

describe('the data folder', () => {
  it('is the one of the flag, or else of the variable', () => {
    const env = { HOME: '/nowhere', NIGHTPOST_DATA_DIR: '/variable' }
    expect(readConfig([], env).dataDir).toBe(resolve('/variable'))
    expect(readConfig(['--data-dir', '/flag'], env).dataDir).toBe(resolve('/flag'))
  })

  it.each([
    ['is empty, as a shell makes it of a variable that is not set', ''],
    ['begins with ~, which the shell leaves as it is in --data-dir=~/x', '~/x'],
  ])('is refused when it %s', (_what, path) => {
    const refused = expect.objectContaining({
      message: 'NIGHTPOST_DATA_DIR or --data-dir has a value that cannot be used.',
      whatToDo: 'Set it to the path of a folder that does not begin with ~, or leave it out.',
    })
    expect(() => readConfig(['--data-dir', path], { HOME: '/nowhere' })).toThrow(refused)
    expect(() => readConfig([], { HOME: '/nowhere', NIGHTPOST_DATA_DIR: path })).toThrow(refused)
  })
})

describe('the proxy origin', () => {
  it('is off, or one https origin, of which the flag wins', () => {
    expect(read([]).proxyOrigin).toBeNull()
    const env = { NIGHTPOST_ORIGIN: 'https://night.example.ts.net' }
    expect(read([], env).proxyOrigin).toBe('https://night.example.ts.net')
    expect(read(['--origin', 'https://a.example:8443'], env).proxyOrigin).toBe('https://a.example:8443')
  })

  it.each([
    'http://night.example.ts.net',
    'https://night.example.ts.net/',
    'https://night.example.ts.net/nightpost',
    'https://night.example.ts.net:443',
    'https://night.example.ts.net?a=b',
    'https://night.example.ts.net#t',
    'https://user@night.example.ts.net',
    'https://Night.example.ts.net',
    'https://*.example.ts.net',
    'https://a.example, https://b.example',
    'https://a.example https://b.example',
    'wss://night.example.ts.net',
    'night.example.ts.net',
    '*',
    'null',
    '',
  ])('is refused when it is %j', (origin) => {
    const refused = expect.objectContaining({
      message: 'NIGHTPOST_ORIGIN or --origin has a value that cannot be used.',
      whatToDo: expect.stringMatching(
        /^Set it to exactly one https origin .* like https:\S+, or leave it out\.$/,
      ),
    })
    expect(() => read([], { NIGHTPOST_ORIGIN: origin })).toThrow(refused)
    expect(() => read([`--origin=${origin}`])).toThrow(refused)
  })
})

it.each([
  ['/home/me/tell-me.sh  --loud ', ['/home/me/tell-me.sh', '--loud']],
  ['"quotes mean" nothing', ['"quotes', 'mean"', 'nothing']],
  ['["/home/me/tell me.sh", "", "a b"]', ['/home/me/tell me.sh', '', 'a b']],
])('the command for events %j is %j', (NIGHTPOST_ON_EVENT, command) => {
  expect(read([], { NIGHTPOST_ON_EVENT }).onEvent).toEqual(command)
})

it.each(['http://127.0.0.1:4200', 'http://localhost:4200/', 'http://[::1]:80'])(
  'the sandbox is found at %s',
  (url) => {
    expect(read([], { NIGHTPOST_SANDBOX_URL: url }).sandboxUrl).toBe(url.replace(/\/$/, ''))
  },
)

it('the config of the service has the search path of this user, also as Windows spells it', () => {
  const windows = new Proxy<Record<string, string>>(
    { Path: '/programs' },
    { get: (variables, name) => variables[name === 'PATH' ? 'Path' : String(name)] },
  )
  const read = readServiceConfig(['--data-dir', '/nowhere'], { RATE_LIMIT_RPM: '7' }, windows)
  expect([read.searchPath, read.limits.perMinute]).toEqual(['/programs', 7])
})

it.each([
  ['on', true],
  ['1', true],
  ['true', true],
  ['Yes', true],
  ['off', false],
  ['0', false],
  ['FALSE', false],
  ['no', false],
])('a variable that is on or off reads %s as people mean it', (value, isOn) => {
  const { openBrowser, sandbox, link } = read([], {
    NO_OPEN: value,
    NIGHTPOST_SANDBOX: value,
    NIGHTPOST_LINK: value,
  })
  expect([openBrowser, sandbox, link]).toEqual([!isOn, isOn, isOn ? 'on' : 'off'])
})

it('a variable behind the mark that editors of Windows put before a file is read', () => {
  expect(read([], { '\ufeffNIGHTPOST_NOTIFY': 'error' }).notifyFrom).toBe('error')
  const origin = 'https://computer.example'
  expect(read([], { '\ufeffNIGHTPOST_ORIGIN': origin }).proxyOrigin).toBe(origin)
})

it('the browser is opened where NO_OPEN is empty', () => {
  expect(read([], { NO_OPEN: '' }).openBrowser).toBe(true)
})

it.each([
  ['true', false],
  ['woodpecker', false],
  ['false', true],
  ['0', true],
  ['', true],
])('a start in a shell whose CI is “%s” opens the browser: %s', (CI, opens) => {
  expect(read([], { CI }).openBrowser).toBe(opens)
})

describe('a setting that cannot be used', () => {
  it.each([
    ['of a flag', ['--port', 'many'], {}, EXIT_CODES.usage],
    ['of a variable', [], { PORT: 'many' }, EXIT_CODES.failed],
    ['of a variable beside another flag', ['--data-dir', '/data'], { PORT: 'many' }, EXIT_CODES.failed],
  ])('%s ends a command as the guide says', (_what, argv, env, exitCode) => {
    expect(() => readConfig(argv, env)).toThrow(expect.objectContaining({ exitCode }))
  })

  it.each([
    ['NO_OPEN', 'maybe'],
    ['NIGHTPOST_SANDBOX', ''],
    ['RATE_LIMIT_RPM', '0'],
    ['RATE_LIMIT_RPM', 'abc'],
    ['RATE_LIMIT_RPM', '-1'],
    ['RATE_LIMIT_RPH', '1e3'],
    ['RATE_LIMIT_RPH', '1000001'],
    ['RATE_LIMIT_RPH', '10.5'],
    ['MAX_FILE_SIZE_MB', ''],
    ['MAX_FILE_SIZE_MB', ' 100'],
    ['MAX_FILE_SIZE_MB', '0x10'],
    ['NIGHTPOST_AGENT_FOLDERS', 'pictures'],
    ['NIGHTPOST_NOTIFY', 'everything'],
    ['NIGHTPOST_STATE_DIR', '~/state'],
    ['NIGHTPOST_BACKUP_DIR', '~/backups'],
    ['NIGHTPOST_BACKUP_DIR', '~'],
    ['NIGHTPOST_BACKUP_PASSPHRASE_FILE', '~/passphrase.txt'],
    ['NIGHTPOST_ON_EVENT', '~/tell-me.sh'],
    ['NIGHTPOST_ON_EVENT', '["~/tell me.sh"]'],
    ['NIGHTPOST_ON_EVENT', ' '],
    ['NIGHTPOST_ON_EVENT', '[]'],
    ['NIGHTPOST_ON_EVENT', '["say", 1]'],
    ['NIGHTPOST_ON_EVENT', '["say"'],
    ['MEDIA_PUBLIC_BASE_URL', 'http://example.com'],
    ['MEDIA_PUBLIC_BASE_URL', 'http://127.0.0.1.example.com'],
    ['NIGHTPOST_SANDBOX_URL', 'http://192.168.0.1:4200'],
    ['NIGHTPOST_SANDBOX_URL', 'http://127.0.0.1:4200/sandbox'],
    ['PLATFORM_GRAPH_URL', 'http://graph.example.com'],
    ['PLATFORM_GRAPH_URL', 'not an address'],
    ['PLATFORM_API_URL', 'http://api.example.com'],
    ['PLATFORM_AUTH_URL', 'ftp://127.0.0.1/'],
    ['PARTNER_AUTH_URL', 'http://www.example.com'],
    ['PLATFORM_APP_ID', 'my app'],
    ['PARTNER_APP_ID', ''],
    ['PLATFORM_APP_SECRET', 'short'],
    ['PARTNER_APP_SECRET', 'with spaces in the middle of it'],
  ])('%s=%s is named, with what to do', (name, value) => {
    expect(() => read([], { [name]: value })).toThrow(
      expect.objectContaining({
        message: expect.stringContaining(name),
        whatToDo: expect.stringMatching(/^Set it to .*, or leave it out\.$/),
      }),
    )
  })

  it.each(['99999', '-1', '4100.5', '6000', ''])('the port %j, as a variable and as a flag', (port) => {
    const refused = expect.objectContaining({ message: expect.stringContaining('PORT') })
    expect(() => read([], { PORT: port })).toThrow(refused)
    expect(() => read([`--port=${port}`])).toThrow(refused)
  })
})
