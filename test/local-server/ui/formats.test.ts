import { expect, it } from 'vitest'
import { formatsFor } from '../../../local-server/ui/src/strings/formats.ts'

it('shows a size in the platform’s MB of a million bytes, and never as more than it is', () => {
  const { bytes } = formatsFor('de-DE')
  expect([999_999, 100_000_000, 104_857_600].map(bytes)).toEqual(['999,9 kB', '100 MB', '104,8 MB'])
})
