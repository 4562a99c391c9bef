// The service of each system: its file as the system's own parser reads it, and what the system is asked to do with it.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  configOfService,
  replacedBy,
  requireItsNeeds,
  requireItsPort,
} from '../../../local-server/cli/service.ts'
import { launchdAgent, scheduledTask, systemdUnit } from '../../../local-server/service/service-files.ts'
import {
  afterCrash,
  installService,
  readService,
  readServiceFlags,
  readServicePort,
  removeService,
  runOnSystem,
  serviceFileOf,
  whereItSaysWhy,
} from '../../../local-server/service/service.ts'
import { fakeHost } from './fake-host.ts'

const exists = (program: string) =>
  ['/usr/bin', '/bin', '/usr/local/bin'].some((folder) => existsSync(join(folder, program)))
const python = (script: string, input: string) =>
  JSON.parse(execFileSync('python3', ['-c', script], { input, encoding: 'utf8' })) as Record<string, unknown>

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'nightpost-service-'))
})
afterEach(() => rmSync(home, { recursive: true }))

const analyze = (...args: string[]) =>
  execFileSync('systemd-analyze', ['--user', ...args], {
    encoding: 'utf8',
    env: { ...process.env, XDG_RUNTIME_DIR: home },
  })

const FOLDER = '/home/a b/50% "off" & <more> $HOME'
const program = () => ({
  command: ['/opt/node 24/bin/node', '/opt/nightpost.mjs', 'start', '--data-dir', FOLDER] as const,
  logFile: join(home, 'logs/service.log'),
  searchPath: '/usr/bin:/opt/a b/bin',
})

describe('the file of the service', () => {
  it.runIf(exists('systemd-analyze'))('is a unit that systemd finds nothing wrong with', () => {
    const file = join(home, 'nightpost.service')
    const started = ['/bin/true', ...program().command.slice(1)] as const
    for (const hasOwnView of [true, false]) {
      writeFileSync(file, systemdUnit({ ...program(), command: started }, hasOwnView))
      expect(analyze('verify', file)).toBe('')
    }
  })

  it.runIf(exists('systemd-analyze'))('is a unit that systemd calls little exposed', () => {
    const file = join(home, 'nightpost.service')
    writeFileSync(file, systemdUnit({ ...program(), command: ['/bin/true'] }, true))
    const [, level = '10'] =
      /exposure level for .*: ([\d.]+)/.exec(analyze('security', '--offline=true', '--no-pager', file)) ?? []
    expect(Number(level)).toBeLessThanOrEqual(5)
  })

  it.each([
    [[], true],
    [['systemd-run'], false],
  ])(
    'asks for a view of the disk of its own unless the system lets users have none (%j)',
    async (refused, asks) => {
      const { host } = recordingHost('linux', refused)
      await installService(host, program(), nothingRuns)
      const unit = readFileSync(join(home, '.config/systemd/user/nightpost.service'), 'utf8')
      expect(unit.includes('\nProtectSystem=full\n')).toBe(asks)
      expect(unit).toContain('\nNoNewPrivileges=yes\n')
    },
  )

  it('is a unit that waits for the server, takes messages of its programs, and starts again after a crash', () => {
    const unit = systemdUnit(program(), true)
    for (const line of ['Type=notify', 'NotifyAccess=all', 'Restart=on-failure', 'WatchdogSec=300'])
      expect(unit.split('\n')).toContain(line)
    expect(unit).toContain(String.raw`"/home/a b/50%% \"off\" & <more> $$HOME"`)
  })

  it('is a unit that doubles a dollar only where systemd replaces variables, which is in arguments', () => {
    const [command, searchPath] = [['/opt/$a/node', '/opt/$a/nightpost.mjs'] as const, '/opt/$a:/50%']
    const unit = systemdUnit({ ...program(), command, searchPath }, true)
    expect(unit).toContain('\nExecStart="/opt/$a/node" "/opt/$$a/nightpost.mjs"\n')
    expect(unit).toContain('\nEnvironment="PATH=/opt/$a:/50%%"\n')
  })

  it.runIf(exists('python3'))('is an agent that launchd reads as it was meant', () => {
    const script = 'import json, plistlib, sys; print(json.dumps(plistlib.loads(sys.stdin.buffer.read())))'
    expect(python(script, launchdAgent(program()))).toMatchObject({
      ProgramArguments: program().command,
      RunAtLoad: true,
      KeepAlive: { SuccessfulExit: false },
      ProcessType: 'Interactive',
      Umask: 0o077,
      StandardErrorPath: program().logFile,
      EnvironmentVariables: { PATH: program().searchPath },
    })
  })

  it.runIf(exists('python3'))('is a task without the limits that the Task Scheduler sets by default', () => {
    const script = `
import json, sys, xml.etree.ElementTree as tree
text = sys.stdin.buffer.read().decode().replace('UTF-16', 'UTF-8')
print(json.dumps({e.tag.split('}')[1]: e.text for e in tree.fromstring(text.encode()).iter()}))`
    expect(python(script, scheduledTask(program(), String.raw`DESK\anna & co`))).toMatchObject({
      DisallowStartIfOnBatteries: 'false',
      StopIfGoingOnBatteries: 'false',
      ExecutionTimeLimit: 'PT0S',
      MultipleInstancesPolicy: 'IgnoreNew',
      UserId: String.raw`DESK\anna & co`,
      LogonType: 'InteractiveToken',
      Command: '/opt/node 24/bin/node',
      Arguments: String.raw`"/opt/nightpost.mjs" "start" "--data-dir" "/home/a b/50% \"off\" & <more> $HOME"`,
    })
  })

  it.each([
    ['linux', FOLDER],
    ['darwin', FOLDER],
    ['win32', String.raw`C:\Users\Änne & co\50% "off"\ `.trim()],
  ] as const)('tells the flags of the start again, on %s', async (platform, folder) => {
    const { host } = recordingHost(platform)
    expect(readServiceFlags(host)).toEqual([])
    const flags = ['--service', '--no-open', '--data-dir', folder, '--port', '4711'] as const
    await installService(
      host,
      { ...program(), command: ['/opt/node', '/x.mjs', 'start', ...flags] },
      nothingRuns,
    )
    expect(readServiceFlags(host)).toEqual(flags)
  })

  it('gives a service that is installed once more without flags those that it has', async () => {
    const { host } = recordingHost('linux')
    const env = { HOME: home }
    expect(configOfService(host, [], env)).toMatchObject({ port: 4100 })
    const flags = ['--service', '--no-open', '--data-dir', FOLDER, '--port', '4711', '--no-sandbox'] as const
    await installService(
      host,
      { ...program(), command: ['/opt/node', '/x.mjs', 'start', ...flags] },
      nothingRuns,
    )
    expect(configOfService(host, [], env)).toMatchObject({ dataDir: FOLDER, port: 4711, sandbox: false })
    expect(configOfService(host, ['--port', '4712'], env)).toMatchObject({ port: 4712, sandbox: true })
    // Of each folder there is another service.
    const elsewhere = { ...env, NIGHTPOST_DATA_DIR: '/elsewhere' }
    expect(configOfService(host, [], elsewhere)).toMatchObject({ dataDir: '/elsewhere', port: 4100 })
    // Which it does not get.
    const unusable = { ...env, NIGHTPOST_BACKUP_DIR: '/mnt/backups' }
    expect(configOfService(host, [], unusable)).toMatchObject({ port: 4711, backups: null })
  })

  it.each([
    [{ PORT: '4712' }, { port: 4712, sandbox: false }],
    [{ NIGHTPOST_DATA_DIR: '/mnt/photos' }, { port: 4711, sandbox: false }],
    [{ NIGHTPOST_SANDBOX: 'on' }, { port: 4711, sandbox: false }],
    [{ NIGHTPOST_ORIGIN: 'https://phone.example' }, { port: 4711, proxyOrigin: 'https://phone.example' }],
  ])(
    'keeps the folder and the other flags of a service where the shell sets %j',
    async (variables, config) => {
      const { host } = recordingHost('linux')
      const flags = [
        '--service',
        '--no-open',
        '--data-dir',
        '/mnt/photos',
        '--port',
        '4711',
        '--no-sandbox',
      ] as const
      await installService(
        host,
        { ...program(), command: ['/opt/node', '/x.mjs', 'start', ...flags] },
        nothingRuns,
      )
      const env = { HOME: home, ...variables }
      expect(configOfService(host, [], env)).toMatchObject({ dataDir: '/mnt/photos', ...config })
    },
  )

  it('for another folder says that nothing of the folder before is published any more', async () => {
    const { host } = recordingHost('linux')
    expect(replacedBy(host, FOLDER)).toEqual([])
    await installService(host, program(), nothingRuns)
    expect(replacedBy(host, FOLDER)).toEqual([])
    expect(replacedBy(host, '/mnt/photos')).toEqual([expect.stringContaining(`the service for ${FOLDER}, `)])
  })

  it('knows its folder by the name of a link to it', async () => {
    const { host } = recordingHost('linux')
    const [folder, link] = [join(home, 'photos'), join(home, 'link')]
    mkdirSync(folder)
    symlinkSync(folder, link, 'junction')
    const command = ['/opt/node', '/x.mjs', 'start', '--data-dir', folder, '--port', '4711'] as const
    await installService(host, { ...program(), command }, nothingRuns)
    expect(replacedBy(host, link)).toEqual([])
    expect(configOfService(host, [], { HOME: home, NIGHTPOST_DATA_DIR: link })).toMatchObject({ port: 4711 })
  })

  it('of a task does not end its quotes within a folder that ends with a backslash', () => {
    const task = scheduledTask({ ...program(), command: ['node', 'C:\\a b\\'] }, 'anna')
    expect(task).toContain(String.raw`<Arguments>&quot;C:\a b\\&quot;</Arguments>`)
  })
})

const recordingHost = (platform: NodeJS.Platform, refused: readonly string[] = []) =>
  fakeHost(platform, home, refused)

const nothingRuns = async () => {}

describe('installing', () => {
  it.each([
    ['linux', /systemctl --user restart/],
    ['darwin', /launchctl bootstrap/],
    ['win32', /schtasks \/Run/],
  ] as const)(
    'on %s frees the folder right before the system starts the service',
    async (platform, starts) => {
      const { host, asked } = recordingHost(platform)
      let askedBefore: readonly string[] = []
      await installService(host, program(), async () => {
        askedBefore = [...asked]
      })
      expect(askedBefore.filter((call) => starts.test(call))).toEqual([])
      expect(asked.slice(askedBefore.length).filter((call) => starts.test(call))).toHaveLength(1)
    },
  )

  it.each(['linux', 'darwin', 'win32'] as const)(
    'on %s leaves a service that runs, and removing leaves nothing',
    async (platform) => {
      const { host } = recordingHost(platform)
      expect(await readService(host)).toEqual({ installed: false, active: false })
      await installService(host, program(), nothingRuns)
      expect(await readService(host)).toEqual({ installed: true, active: true })
      expect(await removeService(host, nothingRuns)).toBe(true)
      expect(await removeService(host, nothingRuns)).toBe(false)
      expect(await readService(host)).toEqual({ installed: false, active: false })
    },
  )

  it.each(['linux', 'darwin', 'win32'] as const)(
    'on %s keeps the port that it was given',
    async (platform) => {
      const { host } = recordingHost(platform)
      expect(readServicePort(host)).toBeNull()
      await installService(host, program(), nothingRuns)
      expect(readServicePort(host)).toBeNull()
      const [node, ...rest] = program().command
      const command = [node, ...rest, '--port', '4711', '--no-demo'] as const
      await installService(host, { ...program(), command }, nothingRuns)
      expect(readServicePort(host)).toBe('4711')
    },
  )

  it.each([
    ['linux', 'systemctl'],
    ['darwin', 'launchctl'],
    ['win32', 'schtasks'],
  ] as const)('on %s leaves nothing when the system does not take it', async (platform, refused) => {
    const { host } = recordingHost(platform, [refused])
    await expect(installService(host, program(), nothingRuns)).rejects.toThrow('refused')
    expect(await readService(host)).toEqual({ installed: false, active: false })
    await removeService(host, nothingRuns)
  })

  it.each(['darwin', 'win32'] as const)(
    'on %s replaces a service that runs, also while what ran before is still ending',
    async (platform) => {
      const { host, running, endProgram } = recordingHost(platform)
      await installService(host, program(), nothingRuns)
      const command = [...program().command, '--port', '4711'] as const
      await installService(host, { ...program(), command }, async () => endProgram())
      expect(running()).toContain('4711')
      // One that waits for the folder does not end by itself.
      await installService(host, program(), nothingRuns)
      expect(running()).not.toContain('4711')
    },
  )

  it.each([
    ['linux', 'systemctl'],
    ['darwin', 'launchctl'],
    ['win32', 'schtasks'],
  ] as const)('on %s keeps the file of the service that the system has', async (platform, refused) => {
    const accepted = recordingHost(platform)
    await installService(accepted.host, program(), nothingRuns)
    const file = serviceFileOf(accepted.host)
    const before = readFileSync(file)
    const command = [...program().command, '--port', '4711'] as const
    const refusing = recordingHost(platform, [refused]).host
    await expect(installService(refusing, { ...program(), command }, nothingRuns)).rejects.toThrow('refused')
    expect(readFileSync(file)).toEqual(before)
  })

  it.each(['darwin', 'win32'] as const)(
    'on %s removing leaves nothing, also of a service that somebody has removed by hand',
    async (platform) => {
      await installService(recordingHost(platform).host, program(), nothingRuns)
      const { host } = recordingHost(platform)
      await removeService(host, nothingRuns)
      expect(existsSync(serviceFileOf(host))).toBe(false)
    },
  )

  it('on Linux lets it go on after the logout, or says who can', async () => {
    const allowed = recordingHost('linux')
    expect(await installService(allowed.host, program(), nothingRuns)).toEqual([])
    expect(allowed.asked).toContain('loginctl enable-linger')
    const refused = recordingHost('linux', ['loginctl'])
    expect(await installService(refused.host, program(), nothingRuns)).toEqual([
      expect.stringContaining('sudo loginctl enable-linger anna'),
    ])
  })

  it('on Windows says that closing the window that it runs in ends it', async () => {
    const { host } = recordingHost('win32')
    expect(await installService(host, program(), nothingRuns)).toEqual([
      expect.stringContaining('closing it ends Nightpost until your next login'),
    ])
  })

  it('on Windows asks the server to end before its task, which would kill it', async () => {
    const { host, asked } = recordingHost('win32')
    await installService(host, program(), nothingRuns)
    const before = asked.length
    const ended: unknown[] = []
    await removeService(host, async (folder) => ended.push(folder, asked.length - before))
    expect(ended).toEqual([FOLDER, 0])
  })

  it('on Windows writes the file as the Task Scheduler reads it', async () => {
    const { host, asked } = recordingHost('win32')
    await installService(host, program(), nothingRuns)
    const [, file = ''] = /\/XML (.+)$/.exec(asked[0] ?? '') ?? []
    expect([...readFileSync(file).subarray(0, 4)]).toEqual([0xff, 0xfe, '<'.charCodeAt(0), 0])
  })

  it.each([
    ['linux', '.config'],
    ['darwin', 'Library'],
    ['win32', 'AppData'],
  ] as const)('on %s says which file cannot be written', async (platform, folder) => {
    const { host } = recordingHost(platform)
    writeFileSync(join(home, folder), '')
    await expect(installService(host, program(), nothingRuns)).rejects.toMatchObject({
      name: 'StartFailure',
      message: expect.stringContaining(`${serviceFileOf(host)}, cannot be written: `),
    })
  })

  it('on macOS is not done by sudo, which finds the file of the user and not what runs', async () => {
    const { host } = recordingHost('darwin')
    await installService(host, program(), nothingRuns)
    const byRoot = { ...host, uid: 0 }
    const refused = { name: 'StartFailure', whatToDo: 'Run this command again without sudo.' }
    await expect(removeService(byRoot, nothingRuns)).rejects.toMatchObject(refused)
    await expect(installService(byRoot, program(), nothingRuns)).rejects.toMatchObject(refused)
    expect(await readService(host)).toEqual({ installed: true, active: true })
  })

  it('elsewhere says what to do', async () => {
    await expect(installService(recordingHost('aix').host, program(), nothingRuns)).rejects.toMatchObject({
      whatToDo: expect.stringContaining('nightpost start'),
    })
  })
})

it.each([
  ['linux', /^journalctl --user-unit nightpost\.service says why\.$/],
  ['darwin', /^logs\/service\.log in the data folder says why\.$/],
  ['win32', /^logs\/service\.log/],
] as const)('what a start that failed has printed is told to be where %s keeps it', (platform, told) => {
  expect(whereItSaysWhy(platform)).toMatch(told)
})

it('no restart after a crash is promised for Windows, whose Task Scheduler has none', () => {
  expect(afterCrash('linux')).toBe('It comes back after a crash.')
  expect(afterCrash('darwin')).toBe('It comes back after a crash.')
  expect(afterCrash('win32')).toMatch(/^After a crash Windows starts it with your next login only: /)
})

const BY_HAND = 'start it with whatever starts your programs: nightpost start --no-open.'

it('a system without the program of its services, as Alpine, is told how it goes without', async () => {
  await expect(runOnSystem('nightpost-systemctl', '--user')).rejects.toMatchObject({
    message: 'There is no nightpost-systemctl here, which services need.',
    whatToDo: `Without them, ${BY_HAND}`,
  })
})

it.each([
  ['Failed to connect to bus: No medium found', /^After sudo or su, log in as this user instead; without /],
  ['System has not been booted with systemd as init system (PID 1). Can’t operate.', /; without systemd, /],
  ['Bootstrap failed: 125: Domain does not support specified action', /^Log in at the screen of this Mac/],
])('a system that runs no services of this user, “%s”, is not asked again in vain', async (said, helps) => {
  const script = `console.error(${JSON.stringify(said)}); process.exitCode = 1`
  await expect(runOnSystem(process.execPath, '-e', script)).rejects.toMatchObject({
    message: expect.stringContaining(said),
    whatToDo: expect.stringMatching(helps),
  })
})

it('a server is not stopped for a service that would find another program at its port', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const { host } = fakeHost('linux', home)
  const config = configOfService(host, ['--data-dir', home, '--port', String(port)], {})
  const announce = (at: number) =>
    writeFileSync(
      join(home, 'running.json'),
      JSON.stringify({ origin: `http://127.0.0.1:${at}`, pid: 1, life: '' }),
    )
  announce(port - 1)
  await expect(requireItsPort(host, config)).rejects.toThrow(`Port ${port} is in use by another program.`)
  announce(port)
  await expect(requireItsPort(host, config)).resolves.toBeUndefined()
  other.close()
})

it('a service that runs is not replaced by one for a folder that cannot be used, and may keep its port', async () => {
  const { host } = recordingHost('linux')
  await installService(host, program(), nothingRuns)
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const configFor = (dataDir: string) =>
    configOfService(host, ['--data-dir', dataDir, '--port', String(port)], { HOME: home })
  writeFileSync(join(home, 'file'), '')
  await expect(requireItsNeeds(host, configFor(join(home, 'file')))).rejects.toMatchObject({
    name: 'StartFailure',
    message: expect.stringContaining('A file is in the place of the data folder'),
  })
  await expect(requireItsNeeds(host, configFor(join(home, 'new')))).resolves.toBeUndefined()
  other.close()
})
