import type { Strings } from '../strings.ts'
import { appDe, importingDe, signInDe, settingsDe } from './app.ts'
import { attentionDe } from './attention.ts'
import { composeDe } from './compose.ts'
import { libraryDe } from './library.ts'
import { planDe } from './plan.ts'
import { fileProblemsDe, failuresDe, warningsDe } from './notices.ts'
import { postsDe } from './posts.ts'
import { refusalsDe } from './refusals.ts'
import { sharedDe } from './shared.ts'

export const german: Strings = {
  app: appDe,
  attention: attentionDe,
  importing: importingDe,
  signIn: signInDe,
  compose: composeDe,
  library: libraryDe,
  plan: planDe,
  posts: postsDe,
  settings: settingsDe,
  shared: sharedDe,
  fileProblems: fileProblemsDe,
  refusals: refusalsDe,
  notices: { warnings: warningsDe, failures: failuresDe, platformSaid: 'Instagram sagt:', decimalMark: ',' },
}
