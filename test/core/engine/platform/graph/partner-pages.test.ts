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
