import { LOGIN_REFUSALS, type LoginRefusalCode } from '../../../../../../core/notices/login-refusals.ts'
import { guideEn } from './accounts-guide.ts'
import { cloudEn } from './cloud.ts'
import { repostsEn } from './reposts.ts'

const loginRefusalsEn: Readonly<Record<LoginRefusalCode, string>> = LOGIN_REFUSALS

export const lazyEnglish = {
  guide: guideEn,
  cloud: cloudEn,
  loginRefusals: loginRefusalsEn,
  reposts: repostsEn,
}
