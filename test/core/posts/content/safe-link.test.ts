import { describe, expect, it } from 'vitest'
import { safeLink } from '../../../../core/posts/content/safe-link.ts'
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
  ])('is none: %s', (address) => {
    expect(safeLink(address)).toBeNull()
  })

  it('is not shown when an older version stored what is none', async () => {
    const test = createTestApp()
    const links = { igPermalink: 'javascript:alert(1)', partnerPermalink: 'data:text/html,x' }
    const post = aPost({ status: 'PUBLISHED', ...links })
    await test.ports.ledger.saveDraft(post)
    const headers = fromPage(await test.signIn())
    const body = await (await test.call(`/api/v1/posts/${post.id}`, { headers })).json()
    expect(body).toMatchObject({ igPermalink: null, partnerPermalink: null })
  })
})
