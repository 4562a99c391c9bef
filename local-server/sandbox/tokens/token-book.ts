// Every token that the sandbox issued. Kept as digests, as passwords are: no data folder shows a token.
import { toBase64Url, toHex } from '../../../core/base64url.ts'
import type { Random } from '../../../core/ports/random.ts'
import type { Recall } from '../state/recall.ts'
import type { SandboxStore } from '../state/store.ts'
import { knownTokens } from './known-tokens.ts'
import type { TokenFacts, TokenKind } from './token.ts'

export interface TokenBook {
  /** Null when this token was never issued. The caller checks whether it has expired. */
  find(token: string): Promise<TokenFacts | null>
  /** Issues a new token, which is still known after a restart. */
  issue(facts: TokenFacts): Promise<string>
  /** The same token each time for the same person's token and Page, and different for any other. */
  issueForPage(userToken: string, facts: TokenFacts): Promise<string>
}

export interface TokenBookPorts {
  readonly store: SandboxStore
  readonly recall: Recall
  readonly random: Random
  readonly demoToken: string
}

export function createTokenBook({ store, recall, random, demoToken }: TokenBookPorts): TokenBook {
  const known = knownTokens(demoToken)
  let read: Map<string, TokenFacts> | undefined
  const book = () =>
    (read ??= new Map(recall('token').map(({ id, json }) => [id, JSON.parse(json) as TokenFacts])))

  async function remember(token: string, facts: TokenFacts): Promise<string> {
    const digest = await digestOf(token)
    store.put('token', digest, JSON.stringify(facts))
    book().set(digest, facts)
    return token
  }

  return {
    find: async (token) => known.get(token) ?? book().get(await digestOf(token)) ?? null,
    issue: (facts) => remember(PREFIXES[facts.kind] + toBase64Url(random.bytes(60)), facts),
    async issueForPage(userToken, facts) {
      for (const [token, { kind, pageId }] of known) {
        if (kind === 'page' && pageId === facts.pageId && known.has(userToken)) return token
      }
      const token = PREFIXES.page + (await digestOf(`${userToken} ${facts.pageId}`))
      if (!book().has(await digestOf(token))) await remember(token, facts)
      return token
    },
  }
}

const PREFIXES: Readonly<Record<TokenKind, string>> = { platform: 'IGAA', user: 'EAA', page: 'EAAP' }

async function digestOf(text: string): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
}
