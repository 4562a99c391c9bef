// Issuing a token and telling of it, alike for both logins.
import { SECOND, type Duration } from '../../../core/time.ts'
import { LONG_LIFE, type TokenFacts } from '../tokens/token.ts'
import type { Grant } from './codes.ts'
import type { GraphPorts } from '../graph/ports.ts'

/** Issues the first token of a consent. */
export function issueShort({ tokens, clock }: GraphPorts, grant: Grant, life: Duration): Promise<string> {
  const { login, personKey, sharedPages, scopes, declined } = grant
  const kind = login === 'platform' ? 'platform' : 'user'
  const issuedAt = clock.now()
  const facts = { kind, life: 'short', pageId: null, issuedAt, expiresAt: issuedAt + life } as const
  return tokens.issue({ ...facts, personKey, sharedPages, scopes, declined })
}

/** Issues a longer one for the same. The old one works until it expires. */
export async function issueLong({ tokens, clock }: GraphPorts, facts: TokenFacts): Promise<object> {
  const now = clock.now()
  const token = await tokens.issue({ ...facts, life: 'long', issuedAt: now, expiresAt: now + LONG_LIFE })
  return bearer(token, LONG_LIFE)
}

/** The body of an answer that gives a token. */
export function bearer(token: string, life: Duration): object {
  return { access_token: token, token_type: 'bearer', expires_in: Math.floor(life / SECOND) }
}
