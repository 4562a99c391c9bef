import { join } from 'node:path'

/** The document of the last release, sorted, so that a difference shows what a release adds. */
export const RELEASED = join(import.meta.dirname, 'released.json')
