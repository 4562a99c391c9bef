import type { Strings } from '../strings.ts'

export const signIn: Strings['signIn'] = {}
