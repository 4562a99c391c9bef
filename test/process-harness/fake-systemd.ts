// A systemd of one user that plays by its rules as far as `service install` needs them: a unit of `Type=notify` is started once its
// server is ready, which is read from its output here, and a program that ends before that is a failure.
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const MAIN = join(import.meta.dirname, '../../local-server/dist/main.js')

const SYSTEMCTL = `#!${process.execPath}
const { spawn } = require('node:child_process')
const { existsSync, openSync, readFileSync, writeFileSync } = require('node:fs')
const [own, home] = [__dirname, process.env.HOME]
const [pidFile, output] = [own + '/pid', own + '/output']
const isAlive = () => { try { return process.kill(Number(readFileSync(pidFile, 'utf8')), 0) } catch { return false } }
const isReady = () => existsSync(output) && readFileSync(output, 'utf8').includes('Ready in')
const verb = process.argv[3]
if (verb === 'is-active') process.stdout.write(isAlive() && isReady() ? 'active\\n' : 'activating\\n')
if (verb === 'disable' && isAlive()) process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGTERM')
if (verb === 'restart') {
  const unit = readFileSync(home + '/.config/systemd/user/nightpost.service', 'utf8')
  const words = [...unit.match(/^ExecStart=(.*)$/m)[1].matchAll(/"((?:[^"\\\\]|\\\\.)*)"/g)].map(([, word]) => word)
  const flags = words.slice(words.indexOf('start') + 1)
  writeFileSync(output, '')
  const to = openSync(output, 'a')
  const child = spawn(process.execPath, [${JSON.stringify(MAIN)}, ...flags, '--no-demo'], {
    detached: true, stdio: ['ignore', to, to], env: { HOME: home, PATH: own },
  })
  writeFileSync(pidFile, String(child.pid))
  let ended = null
  child.on('exit', (code, signal) => { ended = signal ?? code })
  const look = setInterval(() => {
    if (ended !== null) { process.stderr.write('Job for nightpost.service failed: ' + ended); process.exit(1) }
    if (isReady()) process.exit(0)
  }, 20)
  look.ref()
}
`

export interface FakeSystemd {
  /** The process of the service; null when none was started. */
  pid(): number | null
  /** What the service has printed. */
  journal(): string
}

/** Puts its programs into that folder, which is to be the search path. */
export function fakeSystemd(programs: string): FakeSystemd {
  writeFileSync(join(programs, 'systemctl'), SYSTEMCTL)
  writeFileSync(join(programs, 'loginctl'), '#!/bin/sh\n')
  for (const name of ['systemctl', 'loginctl']) chmodSync(join(programs, name), 0o755)
  const pid = () => {
    const file = join(programs, 'pid')
    return existsSync(file) ? Number(readFileSync(file, 'utf8')) : null
  }
  onTestFinished(() => {
    const started = pid()
    if (started === null) return
    try {
      process.kill(started, 'SIGKILL')
    } catch {
      // It has ended.
    }
  })
  return { pid, journal: () => readFileSync(join(programs, 'output'), 'utf8') }
}
