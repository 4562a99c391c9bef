import {
  DELETION_DETAILS,
  type DeletionDetailCode,
} from '../../../../../../core/rules/notices/deletion-details.ts'
import { LOGIN_REFUSALS, type LoginRefusalCode } from '../../../../../../core/rules/notices/login-refusals.ts'
import { accountsEn } from './accounts.ts'
import { approvalsEn } from './approvals.ts'
import { guideEn } from './accounts-guide.ts'
import { cloudEn } from './cloud.ts'
import { helpEn } from './help.ts'
import { insightsEn } from './insights.ts'
import { planningEn } from './planning.ts'
import { repostsEn } from './reposts.ts'
import { settingsDetailsEn } from './settings.ts'
import { tablesEn } from './tables.ts'

const deletionEn: Readonly<Record<DeletionDetailCode, string>> = DELETION_DETAILS
const loginRefusalsEn: Readonly<Record<LoginRefusalCode, string>> = LOGIN_REFUSALS

export const lazyEnglish = {
  accounts: accountsEn,
  approvals: approvalsEn,
  guide: guideEn,
  cloud: cloudEn,
  deletion: deletionEn,
  help: helpEn,
  insights: insightsEn,
  loginRefusals: loginRefusalsEn,
  planning: planningEn,
  reposts: repostsEn,
  settings: settingsDetailsEn,
  tables: tablesEn,
}
