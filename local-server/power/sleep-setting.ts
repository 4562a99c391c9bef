// After how long this computer goes to sleep automatically, from the programs that each system has for it. Mains power is meant:
// a computer that publishes overnight is plugged in. What fails, is missing or takes long is not known.
import type { SleepSetting } from '../../core/ports/system.ts'
import { MINUTE, SECOND, type Duration } from '../../core/time.ts'
import { findOnPath } from '../media/video/ffmpeg.ts'
import { runProgram } from '../programs/run-program.ts'

export interface SleepSettingOptions {
  readonly platform: NodeJS.Platform
  readonly searchPath: string
  /** The variables by which a program finds the settings of this user's desktop: all that it is given. */
  readonly desktop: Readonly<Record<string, string>>
  readonly timeout?: Duration
}

/** Two seconds: nobody waits for it, and a service that hangs must not hold up the check. */
const TIMEOUT: Duration = 2 * SECOND
const GNOME_POWER = 'org.gnome.settings-daemon.plugins.power'
const LOGIND = 'org.freedesktop.login1 /org/freedesktop/login1 org.freedesktop.login1.Manager'.split(' ')

export function createSleepSetting(options: SleepSettingOptions) {
  const { platform, searchPath, desktop, timeout = TIMEOUT } = options
  const ask = async (program: string, ...args: readonly string[]): Promise<string> => {
    const file = findOnPath(program, searchPath)
    return file === null ? '' : runProgram(file, args, { env: desktop, timeout }).catch(() => '')
  }
  return async (): Promise<SleepSetting | null> => {
    switch (platform) {
      case 'darwin':
        return settingOf('macos', parsePmset(await ask('pmset', '-g', 'custom'), await ask('pmset', '-g')))
      case 'win32':
        return settingOf(
          'windows',
          parsePowercfg(await ask('powercfg', '/query', 'SCHEME_CURRENT', 'SUB_SLEEP', 'STANDBYIDLE')),
        )
      case 'linux': {
        // Elsewhere the program answers with defaults that nobody follows.
        const isGnome = desktop['XDG_CURRENT_DESKTOP']?.split(':').includes('GNOME') === true
        const gnome = isGnome ? parseGsettings(await ask('gsettings', 'list-recursively', GNOME_POWER)) : null
        if (gnome !== null) return settingOf('gnome', gnome)
        const logind = await ask('busctl', 'get-property', ...LOGIND, 'IdleAction', 'IdleActionUSec')
        return settingOf('logind', parseLogind(logind))
      }
      default:
        return null
    }
  }
}

function settingOf(setIn: SleepSetting['setIn'], sleepsAfter: Duration | null): SleepSetting | null {
  return sleepsAfter === null ? null : { sleepsAfter, setIn }
}

/** `custom` lists the settings by source of power, `current` those in use, with the switch that forbids all sleep. */
export function parsePmset(custom: string, current: string): Duration | null {
  if (/^\s*SleepDisabled\s+1\s*$/m.test(current)) return null
  const [, mains = ''] = /^AC Power:\s*\n((?:[ \t].*\n?)*)/m.exec(custom) ?? []
  const minutesOf = (name: string) => {
    const [, minutes] = new RegExp(String.raw`^\s*${name}\s+(\d+)`, 'm').exec(mains) ?? []
    return minutes === undefined ? null : Number(minutes)
  }
  const sleep = minutesOf('sleep')
  // A Mac stays awake while its display is on.
  const display = minutesOf('displaysleep') ?? sleep
  if (sleep === null || display === null || sleep === 0 || display === 0) return null
  return Math.max(sleep, display) * MINUTE
}

/** Its words are translated, so the numbers are recognised by their order: minimum, maximum, step, on mains, on battery. */
export function parsePowercfg(text: string): Duration | null {
  const numbers = [...text.matchAll(/:\s*(0x[0-9a-f]{8})\s*$/gim)].map(([, hex]) => Number(hex))
  return numbers.length === 5 ? toDuration(numbers[3], SECOND) : null
}

export function parseGsettings(text: string): Duration | null {
  const valueOf = (name: string) =>
    new RegExp(String.raw`^${GNOME_POWER} ${name} (\S+)\s*$`, 'm').exec(text)?.[1]
  const type = valueOf('sleep-inactive-ac-type')
  if (type === undefined || !SENT_TO_SLEEP.has(type.replaceAll("'", ''))) return null
  return toDuration(Number(valueOf('sleep-inactive-ac-timeout')), SECOND)
}

export function parseLogind(text: string): Duration | null {
  const [, action = '', microseconds] = /^s "([a-z-]*)"\s+t (\d+)\s*$/.exec(text) ?? []
  return SENT_TO_SLEEP.has(action) ? toDuration(Number(microseconds) / 1_000, 1) : null
}

/** What a system may do when nobody uses it, and after which it publishes nothing. */
const SENT_TO_SLEEP: ReadonlySet<string> = new Set([
  'sleep',
  'suspend',
  'hibernate',
  'hybrid-sleep',
  'suspend-then-hibernate',
  'poweroff',
  'shutdown',
  'halt',
])

/** Zero means never. */
function toDuration(amount: number | undefined, unit: Duration): Duration | null {
  return amount === undefined || Number.isNaN(amount) || amount <= 0 ? null : amount * unit
}
