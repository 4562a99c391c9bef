// The three systems in memory, which keep to their own rules: what runs goes on as it was started, ending takes a while, and what is
// unknown is refused.
import { readFileSync } from 'node:fs'
import type { ServiceHost } from '../../../local-server/service/service.ts'

export interface FakeHost {
  readonly host: ServiceHost
  readonly asked: string[]
  /** The file that the running service was started from, as it was then; null when none runs. */
  running(): string | null
  /** The program ends by itself, as one that was asked to stop does; the system learns of it a little later. */
  endProgram(): void
}

interface System {
  /** What it would start. */
  known: string | null
  running: string | null
  /** How often one waits until it has ended; null: nothing asks it to. */
  endsIn: number | null
}

type Rules = (system: System, program: string, args: readonly string[]) => string

const ENDING = 2

export function fakeHost(platform: NodeJS.Platform, home: string, refused: readonly string[] = []): FakeHost {
  const asked: string[] = []
  const system: System = { known: null, running: null, endsIn: null }
  const host: ServiceHost = {
    platform,
    home,
    user: 'anna',
    uid: 501,
    configHome: null,
    async run(program, ...args) {
      asked.push([program, ...args].join(' '))
      if (refused.includes(program)) throw new Error('refused')
      return (RULES[platform] ?? (() => ''))(system, program, args)
    },
    async pause() {
      if (system.endsIn === null) return
      system.endsIn -= 1
      if (system.endsIn === 0) Object.assign(system, { running: null, endsIn: null })
    },
  }
  return { host, asked, running: () => system.running, endProgram: () => end(system) }
}

function end(system: System): void {
  if (system.running !== null) system.endsIn ??= ENDING
}

const RULES: Partial<Record<NodeJS.Platform, Rules>> = { linux: systemd, darwin: launchd, win32: tasks }

function systemd(system: System, program: string, [, verb, , ...rest]: readonly string[]): string {
  if (program !== 'systemctl') return ''
  const restarts = verb === 'restart'
  if (restarts && system.known === null) throw new Error('Unit nightpost.service not found.')
  if (restarts) Object.assign(system, { running: system.known, endsIn: null })
  if (verb === 'enable') system.known = 'the unit'
  // `--now` waits.
  if (verb === 'disable' && rest.length > 0) Object.assign(system, { known: null, running: null })
  return verb === 'is-active' ? (system.running === null ? 'inactive\n' : 'active\n') : ''
}

/** A job is known for as long as it has not ended. */
function launchd(system: System, _program: string, [verb, , file = '']: readonly string[]): string {
  if (verb === 'bootstrap') {
    if (system.known !== null) throw new Error('Bootstrap failed: 5: Input/output error')
    system.known = system.running = readFileSync(file, 'utf8')
    return ''
  }
  // A job that has ended while it was being removed is forgotten.
  if (system.running === null && system.known?.endsWith(REMOVED)) system.known = null
  if (system.known === null)
    throw new Error('Could not find service "app.nightpost" in domain for user gui: 501')
  if (verb === 'bootout') {
    system.known += REMOVED
    end(system)
  }
  return system.running === null ? '\tstate = not running\n' : '\tstate = running\n'
}

const REMOVED = '<!-- removed -->'

function tasks(system: System, program: string, args: readonly string[]): string {
  if (program === 'powershell') return system.running === null ? 'False\r\n' : 'True\r\n'
  const [verb] = args
  if (verb === '/Create') {
    system.known = readFileSync(args.at(-1) ?? '', 'utf16le')
    return ''
  }
  if (system.known === null) throw new Error('ERROR: The system cannot find the file specified.')
  // `IgnoreNew`: without a word.
  if (verb === '/Run') system.running ??= system.known
  if (verb === '/End') end(system)
  if (verb === '/Delete') system.known = null
  return ''
}
