// The Containerfile executed as it stands on a Debian root file system, and what comes of it run as the compose files say: no
// engine for containers, but the kernel's own means, which those use.
import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  copyFileSync,
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { npmCommand } from '../../../local-server/launch/npm.mjs'
import { newFolder } from '../../process-harness/own-folders.ts'
import { readContainerfile, textOf, variablesOf } from './containerfile.ts'

const repository = join(import.meta.dirname, '../../..')
const run = promisify(execFile)
const LACKS =
  process.getuid?.() !== 0
    ? 'root is needed'
    : ['mmdebstrap', 'unshare', 'nsenter', 'setpriv'].find((name) => spawnSync(name, ['--help']).error)

/** Nothing but loopback, a root that nobody can write to, and the volume. */
const ISOLATE = `
ip link set lo up
mount --bind "$ROOT" "$ROOT"
mount -o remount,ro,bind "$ROOT"
mount --bind "$VOLUME" "$ROOT/data"
mount -t tmpfs tmpfs "$ROOT/tmp"
mount -t proc proc "$ROOT/proc"
mount --bind /dev "$ROOT/dev"
`
const [uid, gid] = textOf('USER').split(':').map(Number) as [number, number]
/** Where a company's proxy stands before the registry, npm needs its authority, too. */
const AUTHORITY = process.env['NODE_EXTRA_CA_CERTS']
const TRUST = AUTHORITY ? { NODE_EXTRA_CA_CERTS: '/tmp/authority.pem' } : {}

/** `user`, `cap_drop` and `no-new-privileges` of the compose files. */
const CONFINED = [
  `setpriv --reuid=${uid} --regid=${gid} --clear-groups`,
  '--bounding-set=-all --inh-caps=-all --ambient-caps=-all --no-new-privs',
]
  .join(' ')
  .split(' ')

const root = join(newFolder(), 'root')
const volume = newFolder()
const env: Record<string, string> = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' }

beforeAll(async () => {
  if (LACKS) return
  await makeBase()
  for (const { name, text } of readContainerfile()) {
    if (name === 'COPY') await copyPackage(text)
    if (name === 'RUN') await run('chroot', [root, '/bin/sh', '-c', text], { env: { ...env, ...TRUST } })
    if (name === 'ENV') Object.assign(env, variablesOf(text))
  }
  // As a new volume takes it over from the image.
  expect(statSync(join(root, 'data'))).toMatchObject({ uid, gid, mode: 0o040700 })
  chownSync(volume, uid, gid)
})

/** Debian with the same Node and the npm that belongs to it, in the place of the image: no registry of images is asked. */
async function makeBase(): Promise<void> {
  const [, suite = ''] = /-(\w+)-slim$/.exec(textOf('FROM')) ?? []
  await run('mmdebstrap', ['--mode=root', '--variant=minbase', '--include=ca-certificates', suite, root])
  const local = join(root, 'usr/local')
  copyFileSync(process.execPath, join(local, 'bin/node'))
  cpSync(join(repository, '.cache/node24/node_modules/npm'), join(local, 'lib/node_modules/npm'), {
    recursive: true,
  })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'))
  copyFileSync('/etc/resolv.conf', join(root, 'etc/resolv.conf'))
  if (AUTHORITY) copyFileSync(AUTHORITY, join(root, 'tmp/authority.pem'))
}

async function copyPackage(text: string): Promise<void> {
  const [pattern = '', target = ''] = text.split(' ')
  const context = newFolder()
  const { file, args, shell } = npmCommand(process.env)
  await run(file, [...args, 'pack', '--pack-destination', context], { cwd: repository, shell })
  const [tarball = ''] = globSync(join(context, pattern))
  expect(basename(tarball)).toMatch(/^nightpost-.*\.tgz$/)
  expect(target.endsWith('/')).toBe(true)
  mkdirSync(join(root, target))
  copyFileSync(tarball, join(root, target, basename(tarball)))
  // Of the version before, as an update leaves it there.
  writeFileSync(join(root, target, 'nightpost-0.0.99.tgz'), 'older')
}

interface Container {
  readonly pid: number
  printed(): string
  /** Runs a command beside the server, as `docker compose exec` does. */
  exec(...command: string[]): Promise<{ code: number; stdout: string; stderr: string }>
  stop(): Promise<number | null>
}

async function startContainer(): Promise<Container> {
  const command = [
    ...(JSON.parse(textOf('ENTRYPOINT')) as string[]),
    ...(JSON.parse(textOf('CMD')) as string[]),
  ]
  const script = `set -e\n${ISOLATE}\nexec chroot "$ROOT" ${[...CONFINED, ...command].join(' ')}`
  const child = spawn('unshare', ['--mount', '--net', '/bin/sh', '-c', script], {
    env: { ...env, ROOT: root, VOLUME: volume },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text))
  const pid = child.pid ?? 0
  await expect
    .poll(() => (child.exitCode === null ? printed : `ended: ${printed}`))
    .toMatch(/Open {3}http|ended/)
  return {
    pid,
    printed: () => printed,
    exec(...inside) {
      const args = ['--target', `${pid}`, '--mount', '--net', 'chroot', root, ...CONFINED, ...inside]
      return run('nsenter', args, { env }).then(
        (output) => ({ code: 0, ...output }),
        (error: { code: number; stdout: string; stderr: string }) => error,
      )
    },
    async stop() {
      child.kill('SIGTERM')
      const [code] = (await ended) as [number | null]
      return code
    },
  }
}

const health = (): string[] => JSON.parse(textOf('HEALTHCHECK').replace(/^.* CMD /, '')) as string[]

describe.skipIf(LACKS)('the container', () => {
  it('starts without rights and without a network, is healthy, publishes, and keeps it all over a restart', async () => {
    const first = await startContainer()
    expect(first.printed()).toMatch(/✔ Published/)
    expect(await first.exec(...health())).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Running at http://127.0.0.1:4100'),
    })
    const rights = readFileSync(`/proc/${first.pid}/status`, 'utf8')
    expect(rights).toMatch(new RegExp(`^Uid:\\s+${uid}\\s+${uid}\\s`, 'm'))
    expect(rights).toMatch(/^CapEff:\s+0+$/m)
    expect(rights).toMatch(/^NoNewPrivs:\s+1$/m)
    expect(await first.exec('touch', '/usr/local/bin/extra')).toMatchObject({
      stderr: expect.stringContaining('Read-only file system'),
    })

    copyFileSync(join(repository, 'local-server/demo/sunrise.jpg'), join(volume, 'photo.jpg'))
    chownSync(join(volume, 'photo.jpg'), uid, gid)
    const caption = 'From a container'
    const sent = await first.exec(
      'nightpost',
      'posts',
      'publish',
      '--file',
      '/data/photo.jpg',
      '--caption',
      caption,
    )
    expect(sent).toMatchObject({ code: 0 })
    expect(await first.stop()).toBe(0)

    const second = await startContainer()
    const listed = await second.exec('nightpost', 'posts', 'list', '--status', 'PUBLISHED', '--json')
    expect(listed.stdout).toContain(caption)
    expect(await second.exec(...health())).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/healthy\./),
    })
    expect(await second.stop()).toBe(0)
  })

  it('listens on loopback alone', async () => {
    const container = await startContainer()
    const { stdout } = await container.exec('cat', '/proc/self/net/tcp', '/proc/self/net/tcp6')
    const LISTENS = ' 0A '
    const listening = stdout.split('\n').filter((line) => line.includes(LISTENS))
    const addresses = listening.map((line) => line.trim().split(/\s+/)[1])
    expect(addresses).not.toEqual([])
    // 127.0.0.1 and ::1 as the kernel writes them, and 4100.
    for (const address of addresses) expect(address).toMatch(/^(0100007F|0{24}01000000):1004$/)
  })
})

describe.runIf(LACKS)('the container recipe', () => {
  it('is executed where a root file system can be made', ({ skip }) => skip(`missing: ${LACKS ?? ''}`))
})
