import type { Strings } from '../strings.ts'

export const reposts: Strings['reposts'] = {}
