import {
  DELETION_DETAILS,
  type DeletionDetailCode,
} from '../../../../../../core/rules/notices/deletion-details.ts'
import { HELP_TITLES, type HelpPage } from '../../../../../../core/rules/notices/help-pages.ts'
import { LOGIN_REFUSALS, type LoginRefusalCode } from '../../../../../../core/rules/notices/login-refusals.ts'
import { SYMPTOMS, type Symptom } from '../../../../../../core/rules/notices/symptoms.ts'
import { plural } from '../../plural.ts'
import { accountsEn } from './accounts.ts'
import { guideEn } from './accounts-guide.ts'
import { cloudEn } from './cloud.ts'
import { importSheetEn } from './importing.ts'
import { insightsEn } from './insights.ts'
import { planningEn } from './planning.ts'
import { repostsEn } from './reposts.ts'
import { settingsDetailsEn } from './settings.ts'
import { tablesEn } from './tables.ts'

const deletionEn: Readonly<Record<DeletionDetailCode, string>> = DELETION_DETAILS
const loginRefusalsEn: Readonly<Record<LoginRefusalCode, string>> = LOGIN_REFUSALS
const helpPagesEn: Readonly<Record<HelpPage, string>> = HELP_TITLES
const symptomsEn: Readonly<Record<Symptom, string>> = SYMPTOMS

export const lazyEnglish = {
  accounts: accountsEn,
  /** Of what an agent asks for beside sending a draft. */
  approvals: {
    asks: (agent: string, count: number) =>
      `${agent} wants to send or change ${plural(count, '1 post', `${count} posts`)}`,
    change: (time: string) => `Change: scheduled for ${time}`,
    move: (time: string) => `Move to ${time}`,
    cancel: (time: string) => `Cancel: scheduled for ${time}`,
    now: 'Until now',
    approveChange: 'Approve the change',
    approveCancel: 'Approve and cancel',
    changed: 'Approved. The post is changed.',
    cancelled: 'Approved. The post is a draft again.',
  },
  compose: {
    /** They were cropped, got borders, or came instead of others. */
    peopleMoved: (names: readonly string[]) =>
      `${names.join(', ')}: changed or replaced since people were placed there. Check that they are still in the right place.`,
  },
  copyRefused:
    'The browser has not copied it. Allow it to use the clipboard, or select the text and copy it yourself.',
  guide: guideEn,
  cloud: cloudEn,
  deletion: deletionEn,
  help: {
    title: 'Help',
    pages: helpPagesEn,
    symptoms: symptomsEn,
    about: (title: string) => `Help: ${title}`,
  },
  importing: importSheetEn,
  insights: insightsEn,
  library: {
    fileGone:
      'This file cannot be read any more. It may have been changed, moved or deleted since it was chosen. Choose it again.',
  },
  loginRefusals: loginRefusalsEn,
  planning: planningEn,
  /** What goes out of a held queue once a person confirms it. */
  release: {
    title: 'What goes out when you confirm',
    about:
      'The same posts may be waiting elsewhere, or may already be live. What is found live on the profile is not published again, and what is in doubt is shown to you instead of sent.',
    overdue: (count: number) =>
      count === 1 ? 'Overdue: 1 post goes out at once' : `Overdue: ${count} posts go out at once`,
    live: (count: number) =>
      count === 1
        ? 'Found on the profile: 1 post is not published again'
        : `Found on the profile: ${count} posts are not published again`,
    needLook: (count: number) =>
      count === 1 ? 'Check this: 1 post is not published' : `Check these: ${count} posts are not published`,
    needLookAbout:
      'It may already be on the profile. Look there; if it is not, retry it after it has failed, or schedule it again.',
    later: (count: number) =>
      count === 1 ? 'Later: 1 post goes out at its time' : `Later: ${count} posts go out at their times`,
    unlisted: (count: number) =>
      `And ${count} more, ${plural(count, 'at its time, or at once if it is overdue', 'at their times, or at once if they are overdue')}.`,
    nothing: 'Nothing is waiting here now.',
    atOnce: 'at once',
    notAllRead: 'Not every profile could be read. Its posts are looked for when they are due.',
    publishFromHere: 'Publish from here',
  },
  reposts: repostsEn,
  settings: settingsDetailsEn,
  shortcuts: {
    title: 'Keys',
    space: 'Space',
    control: 'Ctrl',
    does: {
      plan: 'Open the plan',
      grid: 'Open the profile grid',
      search: 'Search where you are',
      account: 'Show one account: the first to the ninth',
      allAccounts: 'Show all accounts',
      keys: 'Show this list',
      undo: 'Undo the last change',
      carry: 'Pick up a card of the plan, and drop it',
      move: 'Move it to another day or place',
    },
    single: 'Single keys',
    singleText: 'Switch them off if you use voice control, or press them by mistake.',
  },
  tables: tablesEn,
}
