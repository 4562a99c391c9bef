// Words of the platform outside of refusals can be long, and can repeat what it was asked with.
import { describe, expect, it } from 'vitest'
import { createGraphPlatform } from '../../../../../core/engine/platform/graph/graph-platform.ts'
import { createPartnerPages } from '../../../../../core/engine/platform/graph/partner-pages.ts'
import type { PlatformAccess } from '../../../../../core/ports/platform/platform.ts'
import { failureOfContainer } from '../../../../../core/rules/publication/error-table.ts'

const [TOKEN, PAGE_TOKEN] = ['no-shape-that-anybody-knows-4711', `EAA${'Kanari8'.repeat(6)}`]
const WORDS = `Error: ${TOKEN} ${btoa(TOKEN)} ${PAGE_TOKEN} ${'x '.repeat(100_000)}`
const ADDRESS = `https://www.instagram.com/p/C0de/?access_token=${TOKEN}#${PAGE_TOKEN}`
const TEXTS = { status_code: WORDS, status: WORDS, media_type: WORDS, timestamp: WORDS, post_id: WORDS }
const LINKS = { permalink: ADDRESS, permalink_url: ADDRESS, uri: ADDRESS, upload_url: ADDRESS }
const ONE = { id: '17', ...TEXTS, ...LINKS, success: true }

const ACCESS: PlatformAccess = {
  accountId: 'b3f0c3b2-6a57-4b0e-9a53-0f3f7c6d1e01',
  igUserId: '17841400000000001',
  token: TOKEN,
  loginMethod: 'partner',
  isSandbox: false,
  page: { id: '100000000000001', token: PAGE_TOKEN },
  pausedUntil: null,
}

const POST = { partnerPostId: '17', handle: '17' }

const fetch = async () => new Response(JSON.stringify({ ...ONE, data: [ONE] }))
const hosts = { fetch, graphUrl: () => 'https://g.example', uploadUrl: () => 'https://u.example' }
const [platform, pages] = [createGraphPlatform(hosts), createPartnerPages(hosts)]

describe('what the platform says in a good answer', () => {
  it('of a container is short and without tokens, and so is the failure that it becomes', async () => {
    const reply = await platform.containerStatus(ACCESS, '17')
    if (reply.kind !== 'ok') return expect.unreachable()
    expect(reply.value).toMatchObject({
      status: 'ERROR',
      detail: expect.stringMatching(/^Error: \[redacted\]/),
    })
    expect(reply.value.detail).toHaveLength(300)
    expect(failureOfContainer(reply.value).detail.platform).toEqual({
      said: reply.value.detail,
      code: null,
      subcode: reply.value.subcode,
    })
    expect(JSON.stringify(reply)).not.toMatch(/4711|Kanari8/)
  })

  it('as the address of a post holds no token', async () => {
    const bare = { kind: 'ok', value: { permalink: 'https://www.instagram.com/p/C0de/' } }
    expect(await platform.permalink(ACCESS, '17')).toMatchObject(bare)
    expect(await pages.permalink(ACCESS, { items: [] }, POST)).toMatchObject(bare)
    const listed = await platform.recentMedia(ACCESS, { of: 'posts', limit: 25 })
    expect(listed).toMatchObject({ kind: 'ok', value: [bare.value] })
  })

  it('of a reel on a Page is short and without tokens', async () => {
    const film = { mediaFileId: 'm', kind: 'video', publicKey: 'k.mp4', blobKey: 'media/k.mp4' } as const
    const status = { video_status: 'error', processing_phase: { errors: [{ message: WORDS }] } }
    const failing = createPartnerPages({ ...hosts, fetch: async () => Response.json({ ...ONE, status }) })
    const reply = await failing.permalink(ACCESS, { items: [film] }, POST)
    if (reply.kind !== 'ok') return expect.unreachable()
    expect(reply.value.failure).toMatch(/^Error: /)
    expect(reply.value.failure).toHaveLength(300)
    expect(reply.value.failure).not.toContain('Kanari8')
  })

  it('as an id is no longer than ids are', async () => {
    const long = async () => new Response(JSON.stringify({ id: '7'.repeat(1_000_000) }))
    const reply = await createGraphPlatform({ ...hosts, fetch: long }).publishContainer(ACCESS, '17')
    expect(reply).toMatchObject({ kind: 'unknown', reason: 'an answer of another shape' })
  })
})
