import { expect, it } from 'vitest'
import { EMPTY } from '../../../../local-server/ui/src/compose/composition.ts'
import { isUntouched } from '../../../../local-server/ui/src/compose/unsaved-work.ts'

it('a new post from which everything was removed again is as it begins, unless another account was chosen', () => {
  expect(isUntouched(EMPTY, 'a')).toBe(true)
  expect(isUntouched({ ...EMPTY, accountId: 'a' }, 'a')).toBe(true)
  expect(isUntouched({ ...EMPTY, accountId: 'b' }, 'a')).toBe(false)
  expect(isUntouched({ ...EMPTY, accountId: 'b' }, null)).toBe(false)
  expect(isUntouched({ ...EMPTY, accountId: 'a', caption: 'x' }, 'a')).toBe(false)
  expect(isUntouched({ ...EMPTY, accountId: 'a', mediaType: 'STORIES' }, 'a')).toBe(false)
})
