// The service under a real systemd of a user's own, which runs beside whatever started this computer, in a view of the disk where it
// seems that systemd did.
import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { installPackage } from '../../launch/installed-package.ts'
import { PATIENCE } from '../../patience.ts'
import { newFolder } from '../../process-harness/own-folders.ts'

const SYSTEMD = '/lib/systemd/systemd'
const HIERARCHIES = ['/sys/fs/cgroup/systemd', '/sys/fs/cgroup/unified', '/sys/fs/cgroup'].filter((folder) =>
  existsSync(join(folder, 'cgroup.procs')),
)
const LACKS =
  process.getuid?.() !== 0
    ? 'root is needed'
    : [SYSTEMD, '/usr/bin/unshare', '/usr/bin/nsenter', '/usr/bin/setpriv'].find((file) => !existsSync(file))
/** Of nobody, who has no rights and a line in the list of users. */
const UID = 65_534
const run = promisify(execFile)

const home = newFolder()
const env = {
  HOME: home,
  XDG_RUNTIME_DIR: join(home, 'run'),
  PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
}
const groups = HIERARCHIES.map((folder) => join(folder, `nightpost-test-${process.pid}`))
let manager: ChildProcess
let program: string

beforeAll(async () => {
  if (LACKS) return
  ;({ program } = await installPackage())
  chmodSync(join(dirname(program), '../../..'), 0o755)
  mkdirSync(env.XDG_RUNTIME_DIR, { mode: 0o700 })
  for (const folder of [home, env.XDG_RUNTIME_DIR]) chownSync(folder, UID, UID)
  for (const group of groups) {
    mkdirSync(group)
    for (const file of ['', 'cgroup.procs', 'cgroup.subtree_control'])
      if (existsSync(join(group, file))) chownSync(join(group, file), UID, UID)
  }
  const script = [
    'set -e',
    ...groups.map((group) => `echo $$ > ${group}/cgroup.procs`),
    'mount -t tmpfs tmpfs /run',
    'mkdir -p /run/systemd/system',
    `exec ${AS_USER.join(' ')} ${SYSTEMD} --user`,
  ]
  manager = spawn('unshare', ['--mount', '/bin/sh', '-c', script.join('\n')], { env, stdio: 'ignore' })
  await until(() => existsSync(join(env.XDG_RUNTIME_DIR, 'systemd/private')))
})

afterAll(async () => {
  if (LACKS) return
  await asUser('systemctl', '--user', 'exit').catch(() => {})
  await until(() => manager.exitCode !== null || manager.signalCode !== null)
  for (const group of groups) await until(() => isRemoved(group))
})

/** Also outside of a test. */
const until = (isSo: () => boolean) =>
  vi.waitFor(() => expect(isSo()).toBe(true), { timeout: PATIENCE, interval: 100 })

const AS_USER = ['setpriv', `--reuid=${UID}`, `--regid=${UID}`, '--clear-groups']

async function asUser(...command: string[]): Promise<string> {
  const args = [`--target=${manager.pid}`, '--mount', '--wd=/', ...AS_USER, ...command]
  return (await run('nsenter', args, { env, encoding: 'utf8' })).stdout
}
const nightpost = (...args: string[]) => asUser(process.execPath, program, ...args)
const shown = async (property: string) =>
  (
    await asUser('systemctl', '--user', 'show', `--property=${property}`, '--value', 'nightpost.service')
  ).trim()

/** Groups are empty folders below each other once their processes have ended. */
function isRemoved(group: string): boolean {
  spawnSync('find', [group, '-mindepth', '1', '-depth', '-type', 'd', '-exec', 'rmdir', '{}', ';'])
  try {
    rmdirSync(group)
    return true
  } catch {
    return !existsSync(group)
  }
}

describe.skipIf(LACKS)('the service', () => {
  it('is ready when systemd says so, comes back after a crash, and is gone when it is removed', async () => {
    const dataDir = join(home, 'data')
    const told = await nightpost('service', 'install', '--port', '0', '--no-demo', '--data-dir', dataDir)
    expect(told).toMatch(/^Installed and started\./)
    // The unit waits for READY=1: the command above has returned because it came.
    expect(await shown('ActiveState')).toBe('active')
    expect(await shown('Type')).toBe('notify')
    expect(await nightpost('service', 'status')).toBe('Installed, and running.\n')
    expect(await nightpost('status', '--data-dir', dataDir)).toMatch(/^Running at http:\/\/127\.0\.0\.1:/)

    const first = Number(await shown('MainPID'))
    expect(readFileSync(`/proc/${first}/status`, 'utf8')).toMatch(new RegExp(`^Uid:\\s+${UID}\\s`, 'm'))
    process.kill(first, 'SIGKILL')
    await expect.poll(() => shown('NRestarts'), { interval: 500 }).toBe('1')
    await expect.poll(() => shown('ActiveState'), { interval: 500 }).toBe('active')
    expect(Number(await shown('MainPID'))).not.toBe(first)
    expect(await nightpost('status', '--data-dir', dataDir)).toMatch(/healthy/)

    await nightpost('stop', '--data-dir', dataDir)
    await expect.poll(() => shown('ActiveState'), { interval: 500 }).toBe('inactive')
    await asUser('systemctl', '--user', 'start', 'nightpost.service')
    expect(await nightpost('service', 'remove')).toMatch(/^Removed\./)
    expect(await shown('LoadState')).toBe('not-found')
  })
})

describe.runIf(LACKS)('the service of systemd', () => {
  it('is run where there is one', ({ skip }) => skip(`missing: ${LACKS ?? ''}`))
})
