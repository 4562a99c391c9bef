import type { Strings } from '../strings.ts'

export const posts: Strings['posts'] = {}
