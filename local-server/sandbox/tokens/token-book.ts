// Every token that the sandbox issued. Kept as digests, as passwords are: no data folder shows a token.
import { toBase64Url } from '../../../core/base64url.ts'
import type { Random } from '../../../core/ports/random.ts'
import { sha256Hex } from '../../../core/sha256.ts'
import type { Instant } from '../../../core/time.ts'
import type { Journal } from '../state/journal.ts'
import { knownTokens } from './known-tokens.ts'
import type { TokenFacts, TokenKind } from './token.ts'

export interface TokenBook {
  /** Null when this token was never issued. The caller checks whether it has expired, and whether it is refused. */
  find(token: string): Promise<TokenFacts | null>
  /** Everything that was issued for this person until then is refused: the password was changed. */
  refuseEarlier(personKey: string, at: Instant): void
  isRefused(facts: TokenFacts): boolean
  /** Issues a new token, which is still known after a restart. `to: 'paste'`: it looks like the published ones. */
  issue(facts: TokenFacts, to?: 'paste'): Promise<string>
  /** The same token each time for the same person's token and Page, and different for any other. */
  issueForPage(userToken: string, facts: TokenFacts): Promise<string>
}

export function createTokenBook(journal: Journal, random: Random, demoToken: string): TokenBook {
  const known = knownTokens(demoToken)
  const issued = journal.kept<TokenFacts>('token')
  const passwords = journal.kept<Instant>('password')

  async function remember(token: string, facts: TokenFacts): Promise<string> {
    issued.put(await sha256Hex(token), facts)
    return token
  }

  return {
    find: async (token) => known.get(token) ?? issued.all().get(await sha256Hex(token)) ?? null,
    refuseEarlier: (personKey, at) => void passwords.put(personKey, at),
    isRefused: ({ personKey, issuedAt }) => issuedAt <= (passwords.all().get(personKey) ?? -1),
    issue: (facts, to) =>
      remember(
        PREFIXES[facts.kind] + (to === 'paste' ? PUBLISHED : '') + toBase64Url(random.bytes(60)),
        facts,
      ),
    async issueForPage(userToken, facts) {
      for (const [token, { kind, pageId }] of known) {
        if (kind === 'page' && pageId === facts.pageId && known.has(userToken)) return token
      }
      const token = PREFIXES.page + (await sha256Hex(`${userToken} ${facts.pageId}`))
      if (!issued.all().has(await sha256Hex(token))) await remember(token, facts)
      return token
    },
  }
}

const PUBLISHED = 'SANDBOXnosecret'
const PREFIXES: Readonly<Record<TokenKind, string>> = { platform: 'IGAA', user: 'EAA', page: 'EAAP' }
