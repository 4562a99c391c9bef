import { callerOf, type TokenBearer } from '../tokens/reach.ts'
import { hasExpired, type TokenKind } from '../tokens/token.ts'
import type { CallInput } from './call-input.ts'
import { graphErrorOf } from './refusals.ts'
import type { GraphPorts } from './ports.ts'

interface TokenCall {
  readonly headers: Headers
  readonly input: CallInput
  /** The tokens that open this host. */
  readonly kinds: readonly TokenKind[]
}

/** Bearer header first, then the `access_token` parameter. Without one, each host refuses in its own way. */
export async function findCaller(
  ports: GraphPorts,
  { headers, input, kinds }: TokenCall,
): Promise<TokenBearer> {
  const token = headers.has('authorization') ? (bearerIn(headers) ?? '') : input.text('access_token')
  if (token === null) throw graphErrorOf(kinds.includes('platform') ? 'tokenMissing' : 'partnerTokenMissing')
  return openWith(ports, token, kinds)
}

export function bearerIn(headers: Headers): string | null {
  return /^bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? null
}

/** Throws the refusal of a token that is unknown, expired or of another host. */
export async function openWith(
  { tokens, clock }: GraphPorts,
  token: string,
  kinds: readonly TokenKind[],
): Promise<TokenBearer> {
  const facts = await tokens.find(token)
  const caller = facts && callerOf(token, facts)
  if (!caller || !kinds.includes(caller.facts.kind)) throw graphErrorOf('tokenInvalid')
  if (tokens.isRefused(caller.facts)) throw graphErrorOf('passwordChanged')
  if (hasExpired(caller.facts, clock.now())) throw graphErrorOf('tokenExpired')
  return caller
}
