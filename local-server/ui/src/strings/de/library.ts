import type { Strings } from '../strings.ts'

export const library: Strings['library'] = {}
