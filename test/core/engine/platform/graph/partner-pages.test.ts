import { expect, it } from 'vitest'
import { createPartnerPages } from '../../../../../core/engine/platform/graph/partner-pages.ts'
import type { PlatformAccess } from '../../../../../core/ports/platform/platform.ts'
import type { PublicationPayload } from '../../../../../core/rules/publication/publication.ts'

const ACCESS: PlatformAccess = {
  accountId: 'a',
  loginMethod: 'partner',
  igUserId: '17841400000000001',
  token: 'EAAGtoken',
  isSandbox: false,
  pausedUntil: null,
  page: { id: '110000000000001', token: 'EAAGpageToken' },
}
const PAYLOAD: PublicationPayload = {
  mediaType: 'IMAGE',
  caption: 'Good night',
  items: [{ mediaFileId: 'm', kind: 'image', publicKey: 'k.jpg', blobKey: 'media/k.jpg' }],
  userTags: [],
  storyMentions: [],
  collaborators: [],
  locationId: '110843418940484',
  crossPostToPartner: true,
}

it.each([
  ['110843418940484', '110843418940484'],
  ['', null],
  [null, null],
])('a copy on the Page of a post with the place %j is at the place %j', async (locationId, place) => {
  const asked: FormData[] = []
  const { publish } = createPartnerPages({
    async fetch(input, init) {
      asked.push(await new Request(input, init).formData())
      return Response.json({ id: '1' })
    },
    graphUrl: () => 'https://graph.example',
    uploadUrl: () => 'https://upload.example',
  })
  const source = { kind: 'image', url: 'https://bucket.example/k.jpg' } as const
  await publish(ACCESS, { ...PAYLOAD, locationId }, { handle: null, source })
  expect(asked.map((form) => form.get('place'))).toEqual([place])
})

const PERMALINK = { permalink: 'https://www.facebook.com/reel/7/', isLive: false }
it.each([
  [{ video_status: 'ready' }, { ...PERMALINK, isLive: true, failure: null }],
  [undefined, { ...PERMALINK, isLive: true, failure: null }],
  [
    { video_status: 'processing', processing_phase: null },
    { ...PERMALINK, failure: null },
  ],
  [
    { video_status: 'error', processing_phase: { status: 'error', error: { message: 'Too wide.' } } },
    { ...PERMALINK, failure: 'Too wide.' },
  ],
  [
    { video_status: 'processing', processing_phase: { status: 'error', errors: [{ message: 'Too long.' }] } },
    { ...PERMALINK, failure: 'Too long.' },
  ],
  [{ video_status: 'expired' }, { ...PERMALINK, failure: 'Facebook could not process the video' }],
])('a reel of the status %j is told as %j', async (status, told) => {
  const asked: (string | null)[] = []
  const { permalink } = createPartnerPages({
    async fetch(input, init) {
      asked.push(new URL(new Request(input, init).url).searchParams.get('fields'))
      return Response.json({ id: '7', permalink_url: '/reel/7/', status })
    },
    graphUrl: () => 'https://graph.example',
    uploadUrl: () => 'https://upload.example',
  })
  const reply = await permalink(ACCESS, { ...PAYLOAD, mediaType: 'REELS' }, '7')
  expect(reply).toMatchObject({ kind: 'ok', value: told })
  await permalink(ACCESS, PAYLOAD, '110_7')
  expect(asked).toEqual(['permalink_url,status', 'permalink_url'])
})
