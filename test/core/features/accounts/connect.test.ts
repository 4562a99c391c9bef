import { beforeEach, describe, expect, it } from 'vitest'
import { openAccess } from '../../../../core/engine/access/token-vault.ts'
import { beginLogin, connectByToken, endLogin } from '../../../../core/features/accounts/connect.ts'
import { CodedError } from '../../../../core/coded-error.ts'
import { DAY, MINUTE } from '../../../../core/time.ts'
import { accept, claimAt, mustClaim, mustCommit } from '../../../contracts/publishing-stores.ts'
import { START } from '../../../factories.ts'
import {
  A_PICTURE,
  aFoundAccount,
  aLoginToken,
  createLoginWorld,
  MADE_ANEW,
  TOKEN,
  type LoginWorld,
} from './login-world.ts'

const ORIGIN = 'http://127.0.0.1:4100'
let world: LoginWorld
beforeEach(async () => {
  world = await createLoginWorld()
})

describe('connecting by a pasted token', () => {
  it('stores the account with its token sealed, and opens it again', async () => {
    const found = aFoundAccount({ username: 'demo.kitchen' })
    world.says.found = [found]
    const [account] = await connectByToken(world.ports, 'platform', TOKEN)
    expect(account).toMatchObject({
      igUserId: found.igUserId,
      username: 'demo.kitchen',
      loginMethod: 'platform',
      accountType: 'BUSINESS',
      tokenExpiresAt: START + 60 * DAY,
      tokenIssuedAt: START,
      grantedScopes: ['a', 'b'],
      lastSyncedAt: START,
      createdAt: START,
      pausedUntil: null,
      isSandbox: false,
    })
    expect(JSON.stringify(account)).not.toContain(TOKEN)
    expect(await openAccess(world.ports, account?.id ?? '')).toMatchObject({ token: TOKEN, page: null })
  })

  it('stores the Page’s token beside the person’s', async () => {
    world.says.found = [aFoundAccount({ page: { id: '104', name: 'Harbour', token: 'EAAPagetoken' } })]
    const [account] = await connectByToken(world.ports, 'partner', TOKEN)
    expect(account).toMatchObject({ partnerPageId: '104', partnerPageName: 'Harbour' })
    expect(await openAccess(world.ports, account?.id ?? '')).toMatchObject({
      token: TOKEN,
      page: { id: '104', token: 'EAAPagetoken' },
    })
    const swapped = { ...account, sealedPageToken: account?.sealedToken } as typeof account
    if (account && swapped) await world.ports.accounts.put(swapped)
    expect(await openAccess(world.ports, account?.id ?? '')).toMatchObject({ page: null })
  })

  it('stores a Page without a token of its own by name only', async () => {
    world.says.found = [aFoundAccount({ page: { id: '104', name: 'Harbour', token: null } })]
    const [account] = await connectByToken(world.ports, 'partner', TOKEN)
    expect(account).toMatchObject({ partnerPageId: '104', sealedPageToken: null })
    expect(await openAccess(world.ports, account?.id ?? '')).toMatchObject({ page: null })
  })

  it('connects every account that the token opens', async () => {
    world.says.found = [aFoundAccount({ username: 'one' }), aFoundAccount({ username: 'two' })]
    const connected = await connectByToken(world.ports, 'partner', TOKEN)
    expect(connected.map(({ username }) => username)).toEqual(['one', 'two'])
    expect(await world.ports.accounts.list()).toHaveLength(2)
  })

  it.each([` ${TOKEN} `, `\n${TOKEN}\r\n`, `${TOKEN.slice(0, 9)}\n  ${TOKEN.slice(9)}`])(
    'does not mind the spaces in %j',
    async (pasted) => {
      await connectByToken(world.ports, 'platform', pasted)
      expect(world.asked[0]).toMatch(`adopt ${TOKEN}`)
    },
  )

  it.each(['', '   ', 'short', 'IGAA…token with an ellipsis', 'IGAAtokenÜmlautlong', 'x'.repeat(5_000)])(
    'asks no platform about what cannot be a token: %#',
    async (pasted) => {
      await expect(connectByToken(world.ports, 'platform', pasted)).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
      })
      expect(world.asked).toEqual([])
    },
  )

  it('stores nothing when the token is refused', async () => {
    world.says.found = new CodedError('TOKEN_EXPIRED', 'It has ended.')
    await expect(connectByToken(world.ports, 'platform', TOKEN)).rejects.toMatchObject({
      code: 'TOKEN_EXPIRED',
    })
    expect(await world.ports.accounts.list()).toEqual([])
  })

  it('recognises a token of the sandbox, and adopts it without an app', async () => {
    const [account] = await connectByToken(world.ports, 'platform', 'IGSANDBOXtoken')
    expect(account).toMatchObject({ isSandbox: true })
    expect(world.asked).toEqual(['adopt IGSANDBOXtoken'])
  })
})

describe('connecting an account again', () => {
  it('renews it in place, and ends its pause', async () => {
    const found = aFoundAccount()
    world.says.found = [found]
    const [first] = await connectByToken(world.ports, 'platform', TOKEN)
    await world.ports.accounts.update(first?.id ?? '', {
      pausedUntil: START + DAY,
      tokenExpiresAt: START - 1,
    })
    world.clock.advance(DAY)
    world.says.found = [{ ...found, username: 'renamed', page: { id: '104', name: 'P', token: null } }]
    const [again] = await connectByToken(world.ports, 'partner', `${TOKEN}again`)
    expect(again).toMatchObject({
      id: first?.id,
      createdAt: START,
      username: 'renamed',
      loginMethod: 'partner',
      pausedUntil: null,
      lastSyncedAt: START + DAY,
    })
    expect(await world.ports.accounts.list()).toHaveLength(1)
    expect(await openAccess(world.ports, again?.id ?? '')).toMatchObject({ token: `${TOKEN}again` })
  })

  it('wakes the exchange with the Worker, which still has the previous token', async () => {
    await connectByToken(world.ports, 'platform', TOKEN)
    expect(world.told).toEqual([['night.owl']])
  })

  it('keeps and shows a longer pause that begins meanwhile', async () => {
    const { accounts, ledger } = world.ports
    world.says.found = [aFoundAccount()]
    const [account] = await connectByToken(world.ports, 'platform', TOKEN)
    const { id } = account ?? expect.unreachable()
    await accounts.update(id, { pausedUntil: START + DAY })
    const pausing = {
      ...ledger,
      async endPause(...[, over]: Parameters<typeof ledger.endPause>) {
        await accounts.update(id, { pausedUntil: START + 2 * DAY })
        await ledger.endPause(id, over)
      },
    }
    const [again] = await connectByToken({ ...world.ports, ledger: pausing }, 'platform', `${TOKEN}again`)
    expect(again).toMatchObject({ pausedUntil: START + 2 * DAY })
    expect((await accounts.get(id))?.pausedUntil).toBe(START + 2 * DAY)
  })

  it('releases the posts that were put off until the end of the pause', async () => {
    const { accounts, ledger } = world.ports
    world.says.found = [aFoundAccount()]
    const [account] = await connectByToken(world.ports, 'platform', TOKEN)
    const { id } = account ?? expect.unreachable()
    const pausedUntil = START + DAY
    await accounts.update(id, { pausedUntil })
    const { post } = await accept({ ledger }, { platformAccountId: id })
    await mustCommit({ ledger }, await mustClaim({ ledger }), { step: 'created', nextAt: pausedUntil })
    world.clock.advance(MINUTE)
    await connectByToken(world.ports, 'platform', `${TOKEN}again`)
    expect((await claimAt({ ledger }, START + MINUTE))?.postId).toBe(post.id)
  })

  it('twice at once leaves one account whose token can be opened', async () => {
    const both = ['one', 'two'].map((which) => connectByToken(world.ports, 'platform', `${TOKEN}${which}`))
    await Promise.all(both)
    const [account, ...more] = await world.ports.accounts.list()
    expect(more).toEqual([])
    const { token } = await openAccess(world.ports, account?.id ?? '')
    expect([`${TOKEN}one`, `${TOKEN}two`]).toContain(token)
  })

  it('keeps what this login does not tell', async () => {
    const found = aFoundAccount({ accountType: 'CREATOR' })
    world.says.found = [found]
    await connectByToken(world.ports, 'platform', TOKEN)
    world.says.found = [{ ...found, accountType: null }]
    const [again] = await connectByToken(world.ports, 'partner', TOKEN)
    expect(again).toMatchObject({ accountType: 'CREATOR' })
  })
})

describe('the picture of an account', () => {
  const URL = 'https://scontent.cdninstagram.com/1.jpg'

  it('is kept as a re-encoded copy, its predecessor is removed, and nothing stays staged', async () => {
    world.says.picture = A_PICTURE
    const found = aFoundAccount({ pictureUrl: URL })
    world.says.found = [found]
    const [first] = await connectByToken(world.ports, 'platform', TOKEN)
    expect(first?.avatarKey).toMatch(/^avatars\/[0-9a-f-]{36}\.jpg$/)
    const [again] = await connectByToken(world.ports, 'platform', TOKEN)
    expect(again?.avatarKey).not.toBe(first?.avatarKey)
    expect([...world.disk.kept]).toEqual([[again?.avatarKey, MADE_ANEW]])
    expect(world.disk.staged.size).toBe(0)
  })

  it.each([
    ['cannot be had', null],
    ['is no picture', new Uint8Array([1, 2, 3])],
  ])('that %s costs nothing but a line in the log', async (_what, picture) => {
    const found = aFoundAccount({ pictureUrl: URL })
    world.says = Object.assign(world.says, { found: [found], picture: A_PICTURE })
    const [first] = await connectByToken(world.ports, 'platform', TOKEN)
    world.says.picture = picture
    const [again] = await connectByToken(world.ports, 'platform', TOKEN)
    expect(again?.avatarKey).toBe(first?.avatarKey)
    expect(world.disk.kept.size).toBe(1)
    expect(world.disk.staged.size).toBe(0)
    expect(world.ports.log.lines.map(({ level }) => level)).toEqual(['warn'])
  })

  it('is the one that another login has just stored, where this login gets none', async () => {
    world.says.found = [aFoundAccount({ pictureUrl: URL })]
    world.says.picture = A_PICTURE
    await connectByToken(world.ports, 'platform', TOKEN)
    const { vault } = world.ports
    const other = { ...world.ports, vault: { ...vault } }
    other.vault.seal = async (...given) => {
      other.vault.seal = vault.seal
      await connectByToken(world.ports, 'platform', TOKEN)
      world.says.picture = null
      return vault.seal(...given)
    }
    const [account] = await connectByToken(other, 'platform', TOKEN)
    expect([...world.disk.kept.keys()]).toEqual([account?.avatarKey])
  })

  it('is not kept when the account was disconnected meanwhile', async () => {
    world.says.picture = A_PICTURE
    world.says.found = [aFoundAccount({ pictureUrl: URL })]
    const { download } = world.ports.pictures
    world.ports.pictures.download = async (url) => {
      const [account] = await world.ports.accounts.list()
      await world.ports.accounts.remove(account?.id ?? '')
      return download(url)
    }
    await connectByToken(world.ports, 'platform', TOKEN)
    expect(await world.ports.accounts.list()).toEqual([])
    expect(world.disk.kept.size).toBe(0)
  })
})

describe('connecting by the consent page', () => {
  const begin = async (method: 'platform' | 'partner' = 'platform') =>
    new URL(await beginLogin(world.ports, method, { origin: ORIGIN, place: 'accounts' })).searchParams.get(
      'state',
    ) ?? ''
  const end = (
    back: { state: string; code?: string; error?: string },
    method: 'platform' | 'partner' = 'platform',
  ) => endLogin(world.ports, method, { code: 'AQBcodeOfThisLogin', error: '', ...back })

  it('goes there and comes back to where it began', async () => {
    const state = await begin()
    expect(await end({ state })).toEqual({
      beginning: { origin: ORIGIN, place: 'accounts' },
      outcome: { connected: ['night.owl'], problem: null },
    })
    expect(world.asked).toEqual([
      'redeem AQBcodeOfThisLogin for http://localhost:4100/api/auth/callback/platform',
    ])
    expect(await world.ports.accounts.list()).toHaveLength(1)
    expect(world.told).toEqual([['night.owl']])
  })

  it('asks for the permission for comments when that is wanted, and when it was granted before', async () => {
    const isAsked = async (isWanted: boolean) => {
      const also = isWanted ? (['comments'] as const) : []
      const beginning = { origin: ORIGIN, place: 'accounts', also } as const
      return new URL(await beginLogin(world.ports, 'platform', beginning)).searchParams.get('comments')
    }
    expect([await isAsked(false), await isAsked(true)]).toEqual(['false', 'true'])
    world.says.token = { ...world.says.token, scopes: ['instagram_business_manage_comments'] }
    await end({ state: await begin() })
    expect(await isAsked(false)).toBe('true')
  })

  it('draws 256 bits for each login', async () => {
    const states = await Promise.all(Array.from({ length: 20 }, () => begin()))
    expect(new Set(states).size).toBe(20)
    expect(states.every((state) => /^[\w-]{43}$/.test(state))).toBe(true)
  })

  it('takes the addition to the address off the code', async () => {
    await end({ state: await begin(), code: 'AQBcodeOfThisLogin#_' })
    expect(world.asked[0]).toMatch('redeem AQBcodeOfThisLogin for')
  })

  it.each<[why: string, back: () => ReturnType<typeof end>]>([
    ['is unknown', async () => end({ state: 'x'.repeat(43) })],
    ['is missing', async () => end({ state: '' })],
    [
      'is too old',
      async () => {
        const state = await begin()
        world.clock.advance(10 * MINUTE)
        return end({ state })
      },
    ],
    ['is of the other login', async () => end({ state: await begin('partner') })],
  ])('asks the platform nothing when the state %s', async (_why, back) => {
    expect(await back()).toMatchObject({ beginning: null, outcome: { problem: { code: 'AUTH_FAILED' } } })
    expect(world.asked).toEqual([])
  })

  it('ends alike for a browser that is reloaded before the platform has answered, and after', async () => {
    const state = await begin()
    const both = [end({ state }), end({ state })]
    const connected = {
      beginning: { origin: ORIGIN, place: 'accounts' },
      outcome: { connected: ['night.owl'], problem: null },
    }
    expect(await Promise.all(both)).toEqual([connected, connected])
    expect(await end({ state, code: 'AQBanotherCode' })).toEqual(connected)
    expect(world.asked).toHaveLength(1)
    world.clock.advance(10 * MINUTE)
    expect(await end({ state })).toMatchObject({ beginning: null })
  })

  it('burns a state that comes back to the wrong login', async () => {
    const state = await begin('partner')
    await end({ state })
    expect(await end({ state }, 'partner')).toMatchObject({ beginning: null })
  })

  it.each<[back: { code?: string; error?: string }, code: string, refused: string, sentence: RegExp]>([
    [{ code: '', error: 'access_denied' }, 'VALIDATION_ERROR', 'NOT_ALLOWED', /did not allow/],
    [{ code: '', error: 'server_error' }, 'AUTH_FAILED', 'NO_CODE', /without the code/],
    [{ code: '' }, 'AUTH_FAILED', 'NO_CODE', /without the code/],
    [{ code: 'a\nb' }, 'AUTH_FAILED', 'NO_CODE', /without the code/],
    [{ code: 'x'.repeat(4_001) }, 'AUTH_FAILED', 'NO_CODE', /without the code/],
  ])('says what happened after %j, also as data', async (back, code, refused, sentence) => {
    const { beginning, outcome } = await end({ state: await begin(), ...back })
    expect(beginning?.origin).toBe(ORIGIN)
    const refusal = { code: refused, params: {} }
    const problem = { code, message: expect.stringMatching(sentence), refusal }
    expect(outcome).toEqual({ connected: [], problem })
    expect(world.asked).toEqual([])
  })

  it('tells what the platform refused, and hides what broke', async () => {
    world.says.found = new CodedError('VALIDATION_ERROR', 'No Page is linked.')
    expect(await end({ state: await begin() })).toMatchObject({
      outcome: { problem: { code: 'VALIDATION_ERROR', message: 'No Page is linked.' } },
    })
    world.says.found = new Error('secret detail')
    const { outcome } = await end({ state: await begin() })
    expect(outcome.problem).toMatchObject({ code: 'AUTH_FAILED' })
    expect(JSON.stringify(outcome)).not.toContain('secret detail')
  })

  it('needs an app', async () => {
    world.ports.appFor = async () => null
    await expect(begin()).rejects.toMatchObject({ code: 'NOT_CONFIGURED' })
  })

  it('forgets the oldest of very many', async () => {
    const first = await begin()
    for (let n = 0; n < 40; n += 1) await begin()
    expect(await end({ state: first })).toMatchObject({ beginning: null })
  })
})

describe('a token of unknown age', () => {
  it('is stored as one of unknown age', async () => {
    world.says.token = aLoginToken({ issuedAt: null, expiresAt: null, scopes: null })
    const [account] = await connectByToken(world.ports, 'platform', TOKEN)
    expect(account).toMatchObject({ tokenIssuedAt: null, tokenExpiresAt: null, grantedScopes: null })
  })
})
