import { expect, it } from 'vitest'
import { SafeUrl } from '../../../../../core/features/cloud/connection/addresses-and-keys.ts'

it.each([
  ['https://bilder.bäckerei.example/', 'https://bilder.xn--bckerei-5wa.example'],
  ['https://media.example/Frühstück/', 'https://media.example/Fr%C3%BChst%C3%BCck'],
  ['http://127.0.0.1:4100', 'http://127.0.0.1:4100'],
])('keeps an address in the ASCII form that Instagram fetches from (%s)', (entered, kept) => {
  expect(SafeUrl.parse(entered)).toBe(kept)
})
