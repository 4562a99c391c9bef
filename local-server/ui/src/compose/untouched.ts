import { EMPTY, isSame, type Composition } from './composition.ts'

/** A new post as it begins. The account it would get anyway does not stay with it: another one may be chosen before something is typed. */
export function isUntouched(composition: Composition, preset: string | null): boolean {
  const accountId = composition.accountId === preset ? preset : null
  return isSame(composition, { ...EMPTY, accountId })
}
