import type { LazyStrings } from '../../strings.ts'
import { accountsDe } from './accounts.ts'
import { approvalsDe } from './approvals.ts'
import { guideDe } from './accounts-guide.ts'
import { cloudDe } from './cloud.ts'
import { helpDe } from './help.ts'
import { loginRefusalsDe } from './login-refusals.ts'
import { insightsDe } from './insights.ts'
import { planningDe } from './planning.ts'
import { repostsDe } from './reposts.ts'
import { settingsDetailsDe } from './settings.ts'
import { tablesDe } from './tables.ts'

export const lazyGerman: LazyStrings = {
  accounts: accountsDe,
  approvals: approvalsDe,
  guide: guideDe,
  cloud: cloudDe,
  deletion: {
    LOGIN_CANNOT: 'Über diese Anmeldung lässt Instagram keine Beiträge löschen.',
    NOT_GRANTED: 'Die Berechtigung {permission} wurde nicht erteilt.',
    FAILURE: '{failure}',
    REFUSED: 'Instagram sagt: {said}.',
    NO_ANSWER: 'Instagram hat nicht wie erwartet geantwortet ({reason}).',
    STILL_THERE: 'Der Beitrag ist noch da.',
    NOT_KNOWN: 'Es ist nicht bekannt, ob der Beitrag noch da ist. Sieh im Profil nach.',
    GONE_BEFORE:
      'Instagram kennt diesen Beitrag nicht mehr: Er wurde schon früher gelöscht oder gehört zu einem anderen Konto.',
    DELETE_IN_APP: 'Lösche ihn in der Instagram-App.',
    OR_GRANT: 'Oder verbinde das Konto neu und erteile sie.',
  },
  help: helpDe,
  insights: insightsDe,
  loginRefusals: loginRefusalsDe,
  planning: planningDe,
  reposts: repostsDe,
  settings: settingsDetailsDe,
  tables: tablesDe,
}
