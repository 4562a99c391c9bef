import type { Strings } from '../strings.ts'

export const compose: Strings['compose'] = {}
