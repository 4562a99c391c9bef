import type { Strings } from '../strings.ts'

export const accounts: Strings['accounts'] = {}
