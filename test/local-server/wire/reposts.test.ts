import { expect, it, onTestFinished, vi } from 'vitest'
import { HOUR } from '../../../core/time.ts'
import type { Config } from '../../../local-server/config.ts'
import { publicAddressesOnly } from '../../../local-server/undici/public-address.ts'
import { createOutgoing } from '../../../local-server/undici/undici-fetch.ts'
import { REAL_EDGES } from '../../../local-server/wire/edges.ts'
import { composeReposts } from '../../../local-server/wire/reposts.ts'

const ACCESS = {
  accountId: 'a',
  igUserId: '17841400000000001',
  token: 'a-token',
  loginMethod: 'platform',
  isSandbox: false,
  page: null,
}

it('a story whose address leads into the own network is not asked for there', async () => {
  const lookedUp: string[] = []
  const guarded = createOutgoing({
    lookup: publicAddressesOnly((name, _options, done) => {
      lookedUp.push(name)
      done(null, [{ address: '192.168.1.1', family: 4 }])
    }),
  })
  onTestFinished(() => guarded.close())
  const fetchFromAnywhere = vi.fn()
  const given: unknown = {
    ...REAL_EDGES,
    blobs: {},
    guarded,
    outgoing: { fetch: fetchFromAnywhere, fetchExactly: fetchFromAnywhere },
    graphUrl: () => 'https://graph.instagram.com',
    accessTo: async () => ACCESS,
  }
  const reposting = composeReposts({} as Config, given as Parameters<typeof composeReposts>[1])
  const url = 'https://lookaside.fbsbx.com/ig_messaging_cdn/?asset_id=1&signature=s'
  const story = { itemId: 'm1', threadId: 't1', posterId: null, storyId: null }
  const now = Date.now()
  const look = await reposting.repostsDeps
    .sourceOf('official')
    ?.look(
      { accountId: 'a', now, mayCall: async () => true },
      { ...story, media: { kind: 'image', url }, expiresAt: now + HOUR },
    )
  expect(look?.kind).toBe('stopped')
  expect(lookedUp).toEqual(['lookaside.fbsbx.com'])
  expect(fetchFromAnywhere).not.toHaveBeenCalled()
})
