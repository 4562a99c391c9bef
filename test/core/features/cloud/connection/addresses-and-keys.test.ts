import { expect, it } from 'vitest'
import { endpointOf, SafeUrl } from '../../../../../core/features/cloud/connection/addresses-and-keys.ts'

it.each([
  ['https://bilder.bäckerei.example/', 'https://bilder.xn--bckerei-5wa.example'],
  ['https://media.example/Frühstück/', 'https://media.example/Fr%C3%BChst%C3%BCck'],
  ['http://127.0.0.1:4100', 'http://127.0.0.1:4100'],
])('keeps an address in the ASCII form that Instagram fetches from (%s)', (entered, kept) => {
  expect(SafeUrl.parse(entered)).toBe(kept)
})

it.each([
  ['https://mine.s3.eu-central-1.amazonaws.com', 'https://s3.eu-central-1.amazonaws.com'],
  ['https://mine.s3-eu-west-1.amazonaws.com/mine', 'https://s3-eu-west-1.amazonaws.com'],
  ['https://mine.fra1.digitaloceanspaces.com', 'https://fra1.digitaloceanspaces.com'],
  ['https://s3.example:9000/mine', 'https://s3.example:9000'],
  ['https://mine.example.com', 'https://mine.example.com'],
  ['https://a1b2.r2.cloudflarestorage.com/other', 'https://a1b2.r2.cloudflarestorage.com/other'],
])('takes the endpoint of one bucket, as dashboards show it, for that of all (%s)', (endpoint, kept) => {
  expect(endpointOf({ endpoint, name: 'mine' })).toBe(kept)
})
