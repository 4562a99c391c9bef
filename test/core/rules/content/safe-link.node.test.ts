import { describe, expect, it } from 'vitest'
import { safeLink, safePageLink } from '../../../../core/rules/content/safe-link.ts'
import { createTestApp, fromPage } from '../../../fakes/test-app.ts'
import { aPost } from '../../../factories.ts'

describe('an address that the platform gave', () => {
  it.each([
    'https://www.instagram.com/p/C0de/',
    'http://127.0.0.1:4100/sandbox/p/1',
    'http://localhost:4100/x',
    'http://[::1]:4200/x',
  ])('may be a link: %s', (address) => {
    expect(safeLink(address)).toBe(address)
  })

  it.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'JaVaScRiPt:alert(1)//https://www.instagram.com/',
    'data:text/html,x',
    'http://evil.example/',
    'http://127.0.0.1.evil.example/',
    'http://localhost@evil.example/',
    '//evil.example',
    '/p/1',
    'https://',
    '',
    null,
  ])('may not be a link: %s', (address) => {
    expect(safeLink(address)).toBeNull()
  })

  it('is not shown when an older version stored an unsafe one', async () => {
    const test = createTestApp()
    const links = { igPermalink: 'javascript:alert(1)', partnerPermalink: 'data:text/html,x' }
    const post = aPost({ status: 'PUBLISHED', ...links })
    await test.ports.ledger.saveDraft(post)
    const headers = fromPage(await test.signIn())
    const body = await (await test.call(`/api/v1/posts/${post.id}`, { headers })).json()
    expect(body).toMatchObject({ igPermalink: null, partnerPermalink: null })
  })
})

const POST = 'https://www.instagram.com/p/DAbCdEf/'
const TOKEN = `EAAG${'a1B2c3D4'.repeat(8)}`

describe('the address of a post', () => {
  it.each([
    POST,
    `${POST}?access_token=${TOKEN}`,
    `${POST}?igsh=x&story_fbid=12#t=${TOKEN}`,
    `https://${TOKEN}:x@www.instagram.com/p/DAbCdEf/`,
  ])('has no query, no fragment and no login: %s', (address) => {
    expect(safeLink(address)).toBe(POST)
  })

  it('keeps of a Page’s query what names the post, and that alone', () => {
    const page = 'https://www.facebook.com/permalink.php'
    const named = `${page}?story_fbid=pfbid02AbC&id=61550000000001`
    expect(safePageLink(`${named}&access_token=${TOKEN}#${TOKEN}`)).toBe(named)
    expect(safePageLink(`${page}?story_fbid=${TOKEN}&id=17`)).toBe(`${page}?id=17`)
    expect(safePageLink('https://www.facebook.com/reel/17/?s=x')).toBe('https://www.facebook.com/reel/17/')
  })

  it('is dropped when it is longer than any real one', () => {
    expect(safeLink(`${POST}${'x'.repeat(2_000)}`)).toBeNull()
  })
})
