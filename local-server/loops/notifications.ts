// Shows new attention entries as system notifications, from a severity up. Each system has a program for it, and where there is
// none, or no desktop, nothing is shown. What was shown is stored, so that a restart repeats nothing.
import { z } from 'zod'
import { SEVERITIES, type AttentionEntryBody, type Severity } from '../../core/api/attention.ts'
import type { Attention } from '../../core/features/attention/attention.ts'
import type { AccountStore } from '../../core/ports/account-store.ts'
import type { Log } from '../../core/ports/log.ts'
import type { SettingsStore } from '../../core/ports/settings-store.ts'
import { MINUTE, SECOND } from '../../core/time.ts'
import { findOnPath } from '../media/video/ffmpeg.ts'
import { runProgram } from '../programs/run-program.ts'
import { causeSentence, causesOf, sameCode } from '../ui/src/inbox/causes.ts'
import { attentionDe } from '../ui/src/strings/de/attention.ts'
import { attentionEn } from '../ui/src/strings/en/attention.ts'
import { formatsFor } from '../ui/src/strings/formats.ts'
import { startLoop, type Loop } from './loop.ts'

export interface NotificationsDeps {
  readonly attention: Pick<Attention, 'list'>
  readonly accounts: Pick<AccountStore, 'list'>
  readonly settings: SettingsStore
  readonly log: Log
  /** That of this user's system, such as `de-AT`: the language chosen on the page stays in its browser. */
  readonly locale: string
  readonly platform: NodeJS.Platform
  readonly searchPath: string
  /** The variables by which a program finds this user's desktop. */
  readonly desktop: Readonly<Record<string, string>>
}

const SETTING = 'notifiedAttention'
const MOST_AT_ONCE = 3

export function startNotifications(from: Severity, deps: NotificationsDeps): Loop {
  const { attention, settings, log } = deps
  const severities = SEVERITIES.slice(0, SEVERITIES.indexOf(from) + 1)
  async function run() {
    const { entries } = await attention.list()
    const told = z
      .array(z.string())
      .catch([])
      .parse(await settings.get(SETTING))
    const current = entries.filter(({ severity }) => severities.includes(severity))
    const ids = current.map(({ id }) => id)
    if (ids.join() === told.join()) return MINUTE
    // Recorded first: better to miss one in a crash than to repeat it at every start.
    await settings.put({ [SETTING]: ids })
    const added = current.filter(({ id }) => !told.includes(id))
    for (const text of await textsFor(added, deps)) await notify(text, deps)
    return MINUTE
  }
  return startLoop(run, { pollEvery: MINUTE, log, failure: 'what needs a person could not be shown' })
}

/** In the words of the page, one for each cause. */
async function textsFor(
  added: readonly AttentionEntryBody[],
  { accounts, locale }: NotificationsDeps,
): Promise<string[]> {
  const words = locale.split('-')[0] === 'de' ? attentionDe : attentionEn
  const known = await accounts.list()
  const names = {
    account: (id: string | null) => known.find((account) => account.id === id)?.username,
    time: (iso: string) => formatsFor(locale).dayAndTime(new Date(iso)),
  }
  const texts = causesOf(added, sameCode).map((cause) => causeSentence(cause, words, names))
  if (texts.length <= MOST_AT_ONCE) return texts
  return [`${texts[0]} · ${words.andMore(texts.length - 1)}`]
}

/** No text is part of a script: on macOS it is an argument, on Windows a variable. */
const SHOW_ON_MACOS =
  'on run argv\ndisplay notification (item 1 of argv) with title "Nightpost"\nend run'.split('\n')
const SHOW_ON_WINDOWS = `\
[void][Windows.UI.Notifications.ToastNotificationManager, Windows.UI.Notifications, ContentType = WindowsRuntime]; \
$toast = [Windows.UI.Notifications.ToastNotificationManager]::GetTemplateContent('ToastText02'); \
$texts = $toast.GetElementsByTagName('text'); \
[void]$texts.Item(0).AppendChild($toast.CreateTextNode('Nightpost')); \
[void]$texts.Item(1).AppendChild($toast.CreateTextNode($env:NIGHTPOST_TEXT)); \
[Windows.UI.Notifications.ToastNotificationManager]::CreateToastNotifier(\
'{1AC14E77-02E7-4E5D-B744-2EB1AE5198B7}\\WindowsPowerShell\\v1.0\\powershell.exe').Show(\
[Windows.UI.Notifications.ToastNotification]::new($toast))`

function commandFor(platform: NodeJS.Platform, text: string): readonly string[] {
  switch (platform) {
    case 'darwin':
      return ['osascript', ...SHOW_ON_MACOS.flatMap((line) => ['-e', line]), text]
    case 'win32':
      return ['powershell', '-NoProfile', '-NonInteractive', '-Command', SHOW_ON_WINDOWS]
    default:
      return ['notify-send', '--app-name=Nightpost', '--', 'Nightpost', withoutMarkup(text)]
  }
}

/** Desktops read the text as markup. */
const withoutMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

async function notify(
  text: string,
  { desktop, log, platform, searchPath }: NotificationsDeps,
): Promise<void> {
  const [program = '', ...args] = commandFor(platform, text)
  const file = findOnPath(program, searchPath)
  if (file === null) return
  const env = { ...desktop, PATH: searchPath, NIGHTPOST_TEXT: text }
  try {
    await runProgram(file, args, { env, timeout: 10 * SECOND })
  } catch (error) {
    log.debug('a notification could not be shown', { error })
  }
}
