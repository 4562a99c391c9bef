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

const FILM = { mediaFileId: 'm', kind: 'video', publicKey: 'k.mp4', blobKey: 'media/k.mp4' } as const
const PERMALINK = { permalink: 'https://www.facebook.com/reel/7/', isLive: false }

/** `nodes`: what the Page's objects answer, by their ids; others are refused. */
function readingOf(nodes: Readonly<Record<string, object>>) {
  const asked: string[] = []
  const { permalink } = createPartnerPages({
    async fetch(input, init) {
      const { pathname, searchParams } = new URL(new Request(input, init).url)
      const id = pathname.split('/').at(-1) ?? ''
      asked.push(`${id} ${searchParams.get('fields')}`)
      return nodes[id] ? Response.json({ id, ...nodes[id] }) : Response.json({ error: { code: 100 } })
    },
    graphUrl: () => 'https://graph.example',
    uploadUrl: () => 'https://upload.example',
  })
  return { permalink, asked }
}

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
  const { permalink, asked } = readingOf({ 7: { permalink_url: '/reel/7/', status } })
  const reply = await permalink(ACCESS, { items: [FILM] }, { partnerPostId: '7', handle: '7' })
  expect(reply).toMatchObject({ kind: 'ok', value: told })
  expect(asked).toEqual(['7 permalink_url,status'])
})

it('the status of a post is that of its video, and a picture has none', async () => {
  const post = { permalink_url: 'https://www.facebook.com/8' }
  const link = { permalink: 'https://www.facebook.com/8', isLive: true, failure: null }
  const read = async (items: (typeof FILM)[], nodes: Readonly<Record<string, object>>) => {
    const { permalink, asked } = readingOf(nodes)
    const reply = await permalink(ACCESS, { items }, { partnerPostId: '8', handle: '7' })
    return [reply.kind === 'ok' ? reply.value : reply.kind, asked] as const
  }
  const both = ['7 status', '8 permalink_url']
  expect(await read([], { 8: post })).toEqual([link, ['8 permalink_url']])
  expect(await read([FILM], { 8: post })).toEqual([link, both])
  const processing = { status: { video_status: 'processing' } }
  expect(await read([FILM], { 7: processing, 8: post })).toEqual([{ ...link, isLive: false }, both])
  const [failed] = await read([FILM], { 7: { status: { video_status: 'error' } }, 8: post })
  expect(failed).toMatchObject({ permalink: null, failure: expect.stringMatching(/could not process/) })
})
