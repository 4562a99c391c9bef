import type { Strings } from '../strings.ts'

export const settings: Strings['settings'] = {}
