// Tokens that every sandbox knows from the start, for scripts and tests. Like SANDBOX_ACCESS_TOKEN they are no secrets.
import { personOf } from '../people/cast.ts'
import { PARTNER_SCOPES, PLATFORM_SCOPES } from './scopes.ts'
import type { TokenFacts } from './token.ts'

/** harbour.bakery by the platform's own login. */
export const SANDBOX_PLATFORM_TOKEN = 'IGAASANDBOXnosecretharbourbakerybytheplatformlogin'
/** noor.draws, a creator, by the platform's own login. */
export const SANDBOX_CREATOR_TOKEN = 'IGAASANDBOXnosecretnoordrawsbytheplatformlogin'
/** The person behind Harbour Bakery by the partner's login: reads, publishes and deletes for harbour.bakery. */
export const SANDBOX_PARTNER_TOKEN = 'EAASANDBOXnosecretmaraofharbourbakerybythepartnerlogin'
/** The Page Harbour Bakery. */
export const SANDBOX_PAGE_TOKEN = 'EAASANDBOXnosecretthepageharbourbakery'

const HARBOUR_PAGE_ID = personOf('harbour')?.pages[0]?.id ?? null

/** They live for ever, and are old enough to be refreshed. */
const ETERNAL = { life: 'long', sharedPages: null, declined: [], issuedAt: 0, expiresAt: null } as const
const PLATFORM = { ...ETERNAL, kind: 'platform', pageId: null, scopes: PLATFORM_SCOPES } as const

/** `demoToken` opens demo.kitchen. */
export function knownTokens(demoToken: string): ReadonlyMap<string, TokenFacts> {
  return new Map<string, TokenFacts>([
    [demoToken, { ...PLATFORM, personKey: 'demo' }],
    [SANDBOX_PLATFORM_TOKEN, { ...PLATFORM, personKey: 'harbour' }],
    [SANDBOX_CREATOR_TOKEN, { ...PLATFORM, personKey: 'creator' }],
    [
      SANDBOX_PARTNER_TOKEN,
      { ...ETERNAL, kind: 'user', pageId: null, scopes: PARTNER_SCOPES, personKey: 'harbour' },
    ],
    [
      SANDBOX_PAGE_TOKEN,
      { ...ETERNAL, kind: 'page', pageId: HARBOUR_PAGE_ID, scopes: PARTNER_SCOPES, personKey: 'harbour' },
    ],
  ])
}
