import { expect, it } from 'vitest'
import { shortNumber } from '../../../../local-server/ui/src/insights/short-number.ts'
import { formatsFor } from '../../../../local-server/ui/src/strings/formats.ts'

it('a number is written shortly where there is little room, in the language’s digits', () => {
  const shortly = (locale: string) =>
    [0, 940, 1_234, 16_998, 231_060, 999_700, 2_400_000].map((value) =>
      shortNumber(value, formatsFor(locale).number),
    )
  expect(shortly('en-GB')).toEqual(['0', '940', '1.2k', '17k', '231k', '1M', '2.4M'])
  expect(shortly('de-DE')).toEqual(['0', '940', '1,2k', '17k', '231k', '1M', '2,4M'])
})
