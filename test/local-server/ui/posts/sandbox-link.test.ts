import { expect, it } from 'vitest'
import { isSandboxLink } from '../../../../local-server/ui/src/posts/parts.tsx'

it('knows the address of a post in a sandbox from one on Instagram', () => {
  for (const link of [
    'http://127.0.0.1:4100/sandbox/p/Cx1',
    'http://localhost:8080/sandbox/www.facebook.com/1/posts/2',
    'http://[::1]:1/sandbox/p/Cx1',
  ]) {
    expect(isSandboxLink(link)).toBe(true)
  }
  for (const link of [
    null,
    '',
    'no address',
    'https://www.instagram.com/p/Cx1/',
    'https://www.instagram.com/sandbox/p/Cx1/',
    'http://127.0.0.1:4100/elsewhere/p/Cx1',
  ]) {
    expect(isSandboxLink(link)).toBe(false)
  }
})
