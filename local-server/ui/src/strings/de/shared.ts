import type { Strings } from '../strings.ts'

export const shared: Strings['shared'] = {}
