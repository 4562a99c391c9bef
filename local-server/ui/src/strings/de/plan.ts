import type { Strings } from '../strings.ts'

export const plan: Strings['plan'] = {}
