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
    change: (time: string) => `Change, for ${time}`,
    move: (time: string) => `Move to ${time}`,
    cancel: (time: string) => `Cancel: planned for ${time}`,
    now: 'Until now',
    approveChange: 'Approve the change',
    approveCancel: 'Approve and cancel',
    changed: 'Approved. The post is changed.',
    cancelled: 'Approved. The post is a draft again.',
  },
  compose: {
    /** They were cropped or got borders. */
    peopleMoved: (names: readonly string[]) =>
      `${names.join(', ')}: changed since people were placed on it. Check that they are still in the right place.`,
  },
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
  reposts: repostsEn,
  settings: settingsDetailsEn,
  tables: tablesEn,
}
