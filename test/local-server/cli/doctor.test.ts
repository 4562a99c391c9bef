// What `nightpost doctor` says of the parts that need no server. As a program: process/command-line.test.ts.
import { once } from 'node:events'
import { mkdirSync, statfsSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { homedir, userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { DAY, toIso } from '../../../core/time.ts'
import { checkCloud, checkVersion, examine } from '../../../local-server/cli/doctor.ts'
import { createCommandLine } from '../../../local-server/cli/command-line.ts'
import { printServiceStatus } from '../../../local-server/cli/service.ts'
import { readConfig, readDataDir } from '../../../local-server/config.ts'
import { takeDataFolder } from '../../../local-server/data-folder/data-folder.ts'
import { systemdUnit } from '../../../local-server/service/service-files.ts'
import manifest from '../../../package.json' with { type: 'json' }
import { newFolder } from '../../process-harness/own-folders.ts'

vi.mock('node:os', { spy: true })
vi.mock('node:fs', { spy: true })

async function backupLine(folder: string) {
  const dataDir = newFolder()
  const place = { machine: null, path: dataDir, inode: null, device: '1', born: null }
  const entry = { id: '0a1b2c3d-0000-4000-8000-000000000000', life: 1, place }
  writeFileSync(join(dataDir, 'instance.json'), JSON.stringify(entry))
  const env = { ...backupsIn(folder), XDG_CONFIG_HOME: newFolder() }
  const results = await examine(['--port', '0', '--data-dir', dataDir], env)
  return results.find(({ what }) => what === 'Backup')
}

const backupsIn = (folder: string) => ({
  NIGHTPOST_BACKUP_DIR: folder,
  NIGHTPOST_BACKUP_PASSPHRASE_FILE: '/nowhere',
})

function putBackup(folder: string, at: number, of = '0a1b2c3d'): string {
  const name = `nightpost-${of}-${toIso(at).replaceAll(/[-:]|\.\d+/g, '')}.age`
  writeFileSync(join(folder, name), '')
  return name
}

it('the doctor calls backups broken whose newest is more than two days old, or whose folder cannot be read', async () => {
  const folder = newFolder()
  const old = putBackup(folder, Date.now() - 3 * DAY)
  putBackup(folder, Date.now() + 300 * DAY)
  putBackup(folder, Date.now(), '4e5f6a7b')
  const isOld = `the newest is ${old}, more than two days old`
  expect(await backupLine(folder)).toMatchObject({ state: 'broken', says: isOld })
  const fresh = putBackup(folder, Date.now() - DAY)
  expect(await backupLine(folder)).toMatchObject({ state: 'works', says: `the newest is ${fresh}` })
  const missing = join(folder, 'missing')
  expect(await backupLine(missing)).toMatchObject({
    state: 'broken',
    says: `none of this data folder in ${missing}`,
  })
})

it('the doctor and a start go on on a disk that does not tell how much of it is free', async () => {
  vi.mocked(statfsSync).mockImplementation(() => {
    throw Object.assign(new Error('ENOSYS: function not implemented, statfs'), { code: 'ENOSYS' })
  })
  const results = await examine(['--port', '0', '--data-dir', join(newFolder(), 'new')], {
    XDG_CONFIG_HOME: newFolder(),
  })
  vi.mocked(statfsSync).mockRestore()
  expect(results).toContainEqual({ what: 'Disk', state: 'works', says: 'how much is free is not known' })
  expect(results.find(({ what }) => what === 'Data folder')?.state).toBe('look')
})

it('the doctor looks at the disk behind a link for uploads, too', async () => {
  const [dataDir, large] = [newFolder(), newFolder()]
  symlinkSync(large, join(dataDir, 'uploads'), 'junction')
  const whole = statfsSync(dataDir)
  vi.mocked(statfsSync).mockImplementation((path) =>
    Object.assign(whole, { bsize: 1_000_000, blocks: 9_000, bavail: path === dataDir ? 5_000 : 20 }),
  )
  const results = await examine(['--port', '0', '--data-dir', dataDir], { XDG_CONFIG_HOME: newFolder() })
  vi.mocked(statfsSync).mockRestore()
  expect(results.filter(({ what }) => what.startsWith('Disk'))).toEqual([
    { what: 'Disk', state: 'works', says: '5,000 MB free' },
    {
      what: 'Disk, uploads',
      state: 'broken',
      says: '20 MB free',
      helps: 'Free some space on this disk.',
    },
  ])
})

it('the doctor does not call a restored folder new before its first start', async () => {
  const dataDir = newFolder()
  for (const name of ['nightpost.db', 'secrets.json']) writeFileSync(join(dataDir, name), '')
  const results = await examine(['--port', '0', '--data-dir', dataDir], { XDG_CONFIG_HOME: newFolder() })
  expect(results.find(({ what }) => what === 'Data folder')?.says).not.toContain('is new')
})

it('the doctor says what else there is to say where a file is in the place of the data folder', async () => {
  const dataDir = join(newFolder(), 'data')
  writeFileSync(dataDir, '')
  const results = await examine(['--port', '0', '--data-dir', dataDir], { XDG_CONFIG_HOME: newFolder() })
  expect(results.find(({ what }) => what === 'Data folder')?.state).toBe('broken')
  expect(results.map(({ what }) => what)).toEqual(expect.arrayContaining(['Disk', 'Clock', 'Server']))
})

describe('a user whom the system does not know, as in a container', () => {
  const unknown = () => {
    throw Object.assign(new Error('uv_os_get_passwd returned ENOENT'), { code: 'ERR_SYSTEM_ERROR' })
  }

  it('has no services, and is told so', async () => {
    vi.mocked(userInfo).mockImplementationOnce(unknown)
    await expect(printServiceStatus(false)).rejects.toMatchObject({
      name: 'StartFailure',
      message: expect.stringMatching(/does not know the user/),
      whatToDo: expect.stringContaining('nightpost start --no-open'),
    })
  })

  it.each([
    ['none', unknown],
    ['an empty one', () => ''],
  ])('names the data folder where there is %s as a home, and can read every help', (_what, home) => {
    vi.mocked(homedir).mockImplementation(home)
    const refused = expect.objectContaining({
      name: 'StartFailure',
      whatToDo: expect.stringContaining('--data-dir'),
    })
    expect(() => readDataDir({})).toThrow(refused)
    expect(() => readConfig([], {})).toThrow(refused)
    expect(readConfig(['--data-dir', '/data'], {})).toMatchObject({
      dataDir: resolve('/data'),
      stateDir: null,
    })
    expect(createCommandLine().helpInformation()).toContain('Usage: nightpost')
    vi.mocked(homedir).mockRestore()
  })

  it('can ask the doctor, who says so, too', async () => {
    vi.mocked(userInfo).mockImplementationOnce(unknown)
    const results = await examine(['--port', '0', '--data-dir', newFolder()], {})
    expect(results.find(({ what }) => what === 'Service')).toMatchObject({
      state: 'look',
      says: expect.stringMatching(/does not know the user/),
      helps: expect.stringContaining('nightpost start --no-open'),
    })
  })
})

it('the doctor names what restores of this folder that were killed have left beside it, unencrypted', async () => {
  const [parent, elsewhere] = [newFolder(), newFolder()]
  const [dataDir, link] = [join(parent, 'data'), join(elsewhere, 'link')]
  for (const name of ['data', '.data.restoring-12', '.other.restoring-12', '.data.restoring-old'])
    mkdirSync(join(parent, name))
  symlinkSync(dataDir, link, 'junction')
  const env = { XDG_CONFIG_HOME: elsewhere }
  for (const folder of [dataDir, link]) {
    const results = await examine(['--port', '0', '--data-dir', folder], env)
    expect(results.filter(({ what }) => what === 'Restore')).toEqual([
      {
        what: 'Restore',
        state: 'look',
        says: `${join(parent, '.data.restoring-12')} holds an unencrypted copy of a backup, which a restore has not finished`,
        helps: 'Delete it if no restore is running.',
      },
    ])
  }
})

describe.runIf(process.platform === 'linux')('the doctor of a service', () => {
  async function examineService(
    serviceEnv: string,
    shell: Record<string, string> = {},
    unit = '',
    prepare: (dataDir: string) => Promise<void> = async () => {},
  ) {
    const [dataDir, configHome] = [newFolder(), newFolder()]
    await prepare(dataDir)
    mkdirSync(join(configHome, 'systemd/user'), { recursive: true })
    writeFileSync(join(configHome, 'systemd/user/nightpost.service'), unit)
    writeFileSync(join(dataDir, 'service.env'), serviceEnv)
    const flags = ['--port', '0', '--data-dir', dataDir]
    const results = await examine(flags, { ...shell, XDG_CONFIG_HOME: configHome })
    return Object.fromEntries(results.map((result) => [result.what, result]))
  }

  it('examines what it runs with, the variables of its file, and says which these are', async () => {
    const folder = newFolder()
    const lines = Object.entries(backupsIn(folder)).map(([name, value]) => `${name}=${value}\n`)
    const results = await examineService(lines.join(''))
    expect(results).toMatchObject({
      Variables: { state: 'works', says: expect.stringMatching(/service\.env: NIGHTPOST_BACKUP_DIR, NIGHT/) },
      Backup: { state: 'broken', says: `none of this data folder in ${folder}` },
    })
  })

  it('leaves out the variables of this shell, which it does not get', async () => {
    const results = await examineService('', backupsIn(newFolder()))
    expect(results).toMatchObject({
      Variables: { says: expect.stringMatching(/: none$/) },
      Backup: { state: 'look', says: 'none is scheduled' },
    })
    // Which would refuse a start from here.
    const half = { NIGHTPOST_BACKUP_DIR: newFolder() }
    expect((await examineService('', half))['Backup']).toMatchObject({ says: 'none is scheduled' })
  })

  it('names its proxy without the password, not that of this shell, and what is no proxy', async () => {
    const shell = { HTTP_PROXY: 'http://of-this-shell:1', https_proxy: 'http://of-this-shell:1' }
    expect((await examineService('HTTPS_PROXY=http://me:word@proxy.corp:3128\n', shell))['Proxy']).toEqual({
      what: 'Proxy',
      state: 'works',
      says: 'proxy.corp:3128',
    })
    expect(await examineService('', shell)).not.toHaveProperty('Proxy')
    expect((await examineService('https_proxy=socks5://proxy.corp:1080\n'))['Proxy']).toMatchObject({
      state: 'look',
      says: 'HTTPS_PROXY is not used',
    })
  })

  it('asks whether the port is free that the service was installed with', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const command = ['/usr/bin/node', '/nightpost.mjs', 'start', '--port', String(port)] as const
    const unit = systemdUnit({ command, logFile: '/log', searchPath: '/usr/bin' }, false)
    expect((await examineService('', {}, unit))['Port']).toMatchObject({
      state: 'broken',
      says: expect.stringContaining(String(port)),
    })
    taken.close()
  })

  it('does not take a service of another data folder for that of this one', async () => {
    const flags = ['start', '--data-dir', '/mnt/photos/Nightpost', '--port', '1'] as const
    const command = ['/usr/bin/node', '/nightpost.mjs', ...flags] as const
    const unit = systemdUnit({ command, logFile: '/log', searchPath: '/usr/bin' }, false)
    const { Service: service, ...others } = await examineService('A=1\n', {}, unit)
    expect(service).toMatchObject({
      state: 'look',
      says: 'installed for /mnt/photos/Nightpost, not for this folder',
      helps: 'nightpost doctor --data-dir /mnt/photos/Nightpost',
    })
    expect(others).not.toHaveProperty('Variables')
    expect(others['Port']).toMatchObject({ state: 'works' })
  })

  it('leads from a server that was started by hand back to the service, which does not come back after a stop', async () => {
    const results = await examineService('', {}, '', async (dataDir) => {
      const folder = await takeDataFolder(dataDir)
      if ('runningAt' in folder) return expect.unreachable()
      onTestFinished(() => folder.release())
      const running = { origin: 'http://127.0.0.1:1', pid: process.pid, life: '1', asService: false }
      writeFileSync(join(dataDir, 'running.json'), JSON.stringify(running))
    })
    expect(results['Service']).toMatchObject({
      state: 'look',
      says: expect.stringContaining('started by hand'),
      helps: expect.stringMatching(/^nightpost service install: /),
    })
  })

  it('says how one that was stopped runs again', async () => {
    const again = expect.stringMatching(
      /^nightpost service install starts it again\. If nobody has stopped it, /,
    )
    expect((await examineService(''))['Service']).toMatchObject({ state: 'broken', helps: again })
  })

  it('names a variable with which it cannot start', async () => {
    expect((await examineService('RATE_LIMIT_RPM=many\n'))['Variables']).toMatchObject({
      state: 'broken',
      says: expect.stringMatching(/cannot start with .*service\.env: RATE_LIMIT_RPM has a value/),
      helps: expect.stringMatching(/^Set it to a whole number/),
    })
  })
})

const answering = {
  offlineReason: null,
  keyMatches: true,
  lastCronRun: '2026-11-20T12:00:00.000Z',
}
const noKey = { error: 'The Worker does not accept the worker key.', code: 'INVALID_WORKER_KEY', status: 400 }
const resting = { ...answering, offlineReason: 'The Worker answers, but its timer has not run yet.' }

it.each<[string, () => Promise<Response>, string, string]>([
  ['works', async () => Response.json(answering), 'works', ''],
  [
    'gives no answer in time',
    () => Promise.reject(new DOMException('', 'TimeoutError')),
    'broken',
    'no answer',
  ],
  ['does not accept our key', async () => Response.json(noKey), 'broken', noKey.error],
  [
    'has another encryption key',
    async () => Response.json({ ...resting, keyMatches: false }),
    'broken',
    'key',
  ],
  ['was not woken lately', async () => Response.json(resting), 'broken', resting.offlineReason],
  ['was never woken', async () => Response.json({ ...resting, lastCronRun: null }), 'look', 'not run yet'],
])('the doctor says of a Worker that %s what is true of it', async (_name, diagnostics, state, says) => {
  const status = {
    bucketConfigured: true,
    bucketName: 'pictures',
    workerConfigured: true,
    workerUrl: 'https://worker.example',
  }
  const found = await checkCloud(async (path) =>
    path.endsWith('/diagnostics') ? diagnostics() : Response.json(status),
  )
  expect(found).toMatchObject([
    { what: 'Bucket', state: 'works' },
    { what: 'Worker', state, says: expect.stringMatching(/^https:\/\/worker\.example/) },
  ])
  expect(found[1]?.says).toContain(says)
  expect(found[1]?.says).not.toContain('silent')
})

it.each([
  [false, 'Restart Nightpost.'],
  [true, 'nightpost service install restarts it.'],
])(
  'the doctor names a server that still runs in the version before an update (service: %j)',
  (asService, helps) => {
    const running = { origin: 'http://127.0.0.1:4100', asService }
    expect(checkVersion(running, manifest.version).state).toBe('works')
    expect(checkVersion(running, '0.0.9')).toMatchObject({
      state: 'look',
      says: `running at http://127.0.0.1:4100 in version 0.0.9, but ${manifest.version} is installed`,
      helps,
    })
  },
)
