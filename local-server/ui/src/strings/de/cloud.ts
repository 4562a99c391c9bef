import type { Strings } from '../strings.ts'

export const cloud: Strings['cloud'] = {}
