import type { LazyStrings } from '../../strings.ts'
import { accountsDe } from './accounts.ts'
import { approvalsDe } from './approvals.ts'
import { guideDe } from './accounts-guide.ts'
import { cloudDe } from './cloud.ts'
import { deletionDe } from './deletion.ts'
import { helpDe } from './help.ts'
import { loginRefusalsDe } from './login-refusals.ts'
import { insightsDe } from './insights.ts'
import { planningDe } from './planning.ts'
import { repostsDe } from './reposts.ts'
import { settingsDetailsDe } from './settings.ts'
import { slotsDe } from './slots.ts'
import { tablesDe } from './tables.ts'

export const lazyGerman: LazyStrings = {
  accounts: accountsDe,
  approvals: approvalsDe,
  guide: guideDe,
  cloud: cloudDe,
  deletion: deletionDe,
  help: helpDe,
  insights: insightsDe,
  loginRefusals: loginRefusalsDe,
  planning: planningDe,
  reposts: repostsDe,
  settings: settingsDetailsDe,
  slots: slotsDe,
  tables: tablesDe,
}
