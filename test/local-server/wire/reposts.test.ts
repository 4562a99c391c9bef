import { expect, it, onTestFinished, vi } from 'vitest'
import { HOUR } from '../../../core/time.ts'
import type { Config } from '../../../local-server/config.ts'
import type { Folder } from '../../../local-server/wire/data-folder.ts'
import { composeReposts } from '../../../local-server/wire/reposts.ts'

const lookedUp = vi.hoisted((): string[] => [])
vi.mock('node:dns', async (original) => ({
  ...(await original<object>()),
  lookup(name: string, _options: unknown, done: (error: null, addresses: unknown[]) => void) {
    lookedUp.push(name)
    done(null, [{ address: '192.168.1.1', family: 4 }])
  },
}))

const ACCESS = {
  accountId: 'a',
  igUserId: '17841400000000001',
  token: 'a-token',
  loginMethod: 'platform',
  isSandbox: false,
  page: null,
}

it('a story whose address leads into the own network is not asked for there', async () => {
  const fetchFromAnywhere = vi.fn()
  const reposting = composeReposts(
    {} as Config,
    { blobs: {} } as Folder,
    {
      renderings: {},
      exchange: {},
      outgoing: { fetch: fetchFromAnywhere, fetchExactly: fetchFromAnywhere },
      graphUrl: () => 'https://graph.instagram.com',
      accessTo: async () => ACCESS,
    } as unknown as Parameters<typeof composeReposts>[2],
  )
  onTestFinished(() => reposting.close())
  const url = 'https://lookaside.fbsbx.com/ig_messaging_cdn/?asset_id=1&signature=s'
  const story = { itemId: 'm1', threadId: 't1', posterId: null, storyId: null }
  const now = Date.now()
  const look = await reposting.deps
    .sourceOf('official')
    ?.look(
      { accountId: 'a', now, mayCall: async () => true },
      { ...story, media: { kind: 'image', url }, expiresAt: now + HOUR },
    )
  expect(look?.kind).toBe('stopped')
  expect(lookedUp).toEqual(['lookaside.fbsbx.com'])
  expect(fetchFromAnywhere).not.toHaveBeenCalled()
})
