import { guideEn } from './accounts-guide.ts'
import { cloudEn } from './cloud.ts'
import { repostsEn } from './reposts.ts'

export const lazyEnglish = { guide: guideEn, cloud: cloudEn, reposts: repostsEn }
