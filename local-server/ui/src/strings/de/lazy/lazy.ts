import type { LazyStrings } from '../../strings.ts'
import { guideDe } from './accounts-guide.ts'
import { cloudDe } from './cloud.ts'
import { loginRefusalsDe } from './login-refusals.ts'
import { repostsDe } from './reposts.ts'

export const lazyGerman: LazyStrings = {
  guide: guideDe,
  cloud: cloudDe,
  loginRefusals: loginRefusalsDe,
  reposts: repostsDe,
}
