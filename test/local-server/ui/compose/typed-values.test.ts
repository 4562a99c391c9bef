import { expect, it } from 'vitest'
import { cleanUsername } from '../../../../core/rules/content/username.ts'
import { typedValues } from '../../../../local-server/ui/src/compose/fields/typed-values.ts'

it('takes names that came as one text for the names that they are, each once', () => {
  expect(typedValues(['anna', '@ben, @carla;anna dora\n'], cleanUsername)).toEqual([
    'anna',
    'ben',
    'carla',
    'dora',
  ])
})
