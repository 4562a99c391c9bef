import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { MINUTE } from '../../../core/time.ts'
import {
  createSleepSetting,
  parseGsettings,
  parseLogind,
  parsePmset,
  parsePowercfg,
  type SleepSettingOptions,
} from '../../../local-server/power/sleep-setting.ts'
import { newFolder } from '../../process-harness/own-folders.ts'

/** Of a MacBook: on battery it sleeps, on mains it does not. */
const MACBOOK = `Battery Power:
 Sleep On Power Button 1
 powermode            0
 standby              1
 ttyskeepawake        1
 hibernatemode        3
 powernap             1
 hibernatefile        /var/vm/sleepimage
 displaysleep         2
 womp                 0
 networkoversleep     0
 sleep                1
 lessbright           1
 tcpkeepalive         1
 disksleep            10
AC Power:
 Sleep On Power Button 1
 powermode            0
 standby              1
 ttyskeepawake        1
 hibernatemode        3
 powernap             1
 hibernatefile        /var/vm/sleepimage
 displaysleep         10
 womp                 1
 networkoversleep     0
 sleep                0
 tcpkeepalive         1
 disksleep            10
`
const onMains = (settings: Readonly<Record<string, number>>) => {
  const [battery = '', mains = ''] = MACBOOK.split('AC Power:')
  const changed = Object.entries(settings).reduce(
    (text, [name, value]) => text.replace(new RegExp(`^( ${name} +)\\d+`, 'm'), `$1${value}`),
    mains,
  )
  return `${battery}AC Power:${changed}`
}
const IN_USE = `System-wide power settings:
 SleepDisabled\t\t0
Currently in use:
 standby              1
 sleep                1 (sleep prevented by sharingd, coreaudiod)
 displaysleep         20
`

describe('the sleep setting of a Mac', () => {
  it.each([
    ['sleeps not at all on mains, whatever it does on battery', MACBOOK, null],
    ['sleeps with its display', onMains({ sleep: 1 }), 10],
    ['sleeps later than its display', onMains({ sleep: 45 }), 45],
    ['keeps its display on', onMains({ sleep: 1, displaysleep: 0 }), null],
    ['has no battery', onMains({ sleep: 30 }).replace(/^Battery[^]*?(?=AC)/, ''), 30],
    ['says something else', 'pmset: unknown option', null],
    ['says nothing', '', null],
  ])('is read of one that %s', (_name, custom, minutes) => {
    expect(parsePmset(custom, IN_USE)).toBe(minutes && minutes * MINUTE)
  })

  it('is null while sleep is disabled altogether', () => {
    expect(parsePmset(onMains({ sleep: 1 }), IN_USE.replace('Disabled\t\t0', 'Disabled\t\t1'))).toBeNull()
  })
})

const WINDOWS = `Power Scheme GUID: 381b4222-f694-41f0-9685-ff5bb260df2e  (Balanced)
  GUID Alias: SCHEME_BALANCED
  Subgroup GUID: 238c9fa8-0aad-41ed-83f4-97be242c8f20  (Sleep)
    GUID Alias: SUB_SLEEP
    Power Setting GUID: 29f6c1db-86da-48c5-9fdb-f2b67b1f44da  (Sleep after)
      GUID Alias: STANDBYIDLE
      Minimum Possible Setting: 0x00000000
      Maximum Possible Setting: 0xffffffff
      Possible Settings increment: 0x00000001
      Possible Settings units: Seconds
    Current AC Power Setting Index: 0x00000708
    Current DC Power Setting Index: 0x00000384
`
const GERMAN_WINDOWS = `GUID des Energieschemas: 381b4222-f694-41f0-9685-ff5bb260df2e  (Ausbalanciert)
  GUID der Untergruppe: 238c9fa8-0aad-41ed-83f4-97be242c8f20  (Energie sparen)
    GUID der Energieeinstellung: 29f6c1db-86da-48c5-9fdb-f2b67b1f44da  (Deaktivierung nach)
      Minimal m\u00f6gliche Einstellung: 0x00000000
      Maximal m\u00f6gliche Einstellung: 0xffffffff
      M\u00f6gliches Einstellungsinkrement: 0x00000001
      M\u00f6gliche Einstellungseinheiten: Sekunden
    Index der aktuellen Wechselstromeinstellung: 0x00000e10
    Index der aktuellen Gleichstromeinstellung: 0x00000000
`

describe('the sleep setting of Windows', () => {
  it.each([
    ['English', WINDOWS, 30],
    ['German', GERMAN_WINDOWS, 60],
    ['with the line ends of Windows', WINDOWS.replaceAll('\n', '\r\n'), 30],
    ['of a computer that never sleeps on mains', WINDOWS.replace('0x00000708', '0x00000000'), null],
    ['of a computer that cannot sleep', WINDOWS.replace(/^ +Current.*\n/gm, ''), null],
    ['of a refusal', 'The power scheme, subgroup or setting specified does not exist.', null],
  ])('is read from words that are %s', (_name, text, minutes) => {
    expect(parsePowercfg(text)).toBe(minutes && minutes * MINUTE)
  })
})

const GNOME = `org.gnome.settings-daemon.plugins.power ambient-enabled true
org.gnome.settings-daemon.plugins.power idle-brightness 30
org.gnome.settings-daemon.plugins.power idle-dim true
org.gnome.settings-daemon.plugins.power lid-close-suspend-with-external-monitor false
org.gnome.settings-daemon.plugins.power power-button-action 'interactive'
org.gnome.settings-daemon.plugins.power sleep-inactive-ac-timeout 1200
org.gnome.settings-daemon.plugins.power sleep-inactive-ac-type 'suspend'
org.gnome.settings-daemon.plugins.power sleep-inactive-battery-timeout 900
org.gnome.settings-daemon.plugins.power sleep-inactive-battery-type 'suspend'
`

describe('the sleep setting of Linux', () => {
  it.each([
    ['suspends', GNOME, 20],
    ['does nothing', GNOME.replace("ac-type 'suspend'", "ac-type 'nothing'"), null],
    ['only darkens the screen', GNOME.replace("ac-type 'suspend'", "ac-type 'blank'"), null],
    ['has no time for it', GNOME.replace('ac-timeout 1200', 'ac-timeout 0'), null],
    ['is not installed', 'No such schema \u201corg.gnome.settings-daemon.plugins.power\u201d\n', null],
  ])('is read of a GNOME that %s', (_name, text, minutes) => {
    expect(parseGsettings(text)).toBe(minutes && minutes * MINUTE)
  })

  it.each([
    ['s "ignore"\nt 1800000000\n', null],
    ['s "suspend"\nt 1800000000\n', 30],
    ['s "suspend-then-hibernate"\nt 600000000\n', 10],
    ['s "lock"\nt 1800000000\n', null],
    ['Failed to get property: Connection refused\n', null],
  ])('is read of logind: %s', (text, minutes) => {
    expect(parseLogind(text)).toBe(minutes && minutes * MINUTE)
  })
})

describe('asking for the sleep setting', () => {
  /** Programs of these names, each a script of the shell. */
  function withPrograms(programs: Readonly<Record<string, string>>, options: Partial<SleepSettingOptions>) {
    const searchPath = newFolder()
    for (const [name, script] of Object.entries(programs)) {
      writeFileSync(join(searchPath, name), `#!/bin/sh\n${script}\n`)
      chmodSync(join(searchPath, name), 0o755)
    }
    return createSleepSetting({ platform: 'linux', searchPath, desktop: {}, ...options })
  }
  const saying = (text: string) => `/bin/cat <<'END'\n${text}END`
  const GNOME_DESKTOP = { XDG_CURRENT_DESKTOP: 'ubuntu:GNOME' }

  it('asks each system in its own way', async () => {
    const mac = withPrograms({ pmset: saying(onMains({ sleep: 1 })) }, { platform: 'darwin' })
    expect(await mac()).toEqual({ sleepsAfter: 10 * MINUTE, setIn: 'macos' })
    const gnome = withPrograms({ gsettings: saying(GNOME) }, { desktop: GNOME_DESKTOP })
    expect(await gnome()).toEqual({ sleepsAfter: 20 * MINUTE, setIn: 'gnome' })
    const server = withPrograms({ busctl: saying('s "suspend"\nt 60000000\n'), gsettings: saying(GNOME) }, {})
    expect(await server()).toEqual({ sleepsAfter: MINUTE, setIn: 'logind' })
  })

  it('does not know it where the program is missing, fails or does not come to an end', async () => {
    expect(await withPrograms({}, { platform: 'win32' })()).toBeNull()
    expect(await withPrograms({}, { platform: 'freebsd' })()).toBeNull()
    const failing = withPrograms({ busctl: `${saying('s "suspend"\nt 60000000\n')}\nexit 1` }, {})
    expect(await failing()).toBeNull()
    const hanging = withPrograms({ busctl: 'exec /bin/sleep 60' }, { timeout: 50 })
    expect(await hanging()).toBeNull()
  })

  it('hands the program nothing of our variables but those of the desktop', async () => {
    vi.stubEnv('WORKER_KEY', 'a secret')
    const folder = newFolder()
    const seen = join(folder, 'seen')
    await withPrograms(
      { gsettings: `/usr/bin/env > '${seen}'` },
      { desktop: { ...GNOME_DESKTOP, HOME: folder } },
    )()
    vi.unstubAllEnvs()
    expect(existsSync(seen)).toBe(true)
    expect(readFileSync(seen, 'utf8')).toContain(`HOME=${folder}`)
    expect(readFileSync(seen, 'utf8')).not.toContain('a secret')
  })
})
