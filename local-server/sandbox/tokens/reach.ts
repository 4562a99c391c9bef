// The reach of a token: which accounts, which Pages, and with which permissions.
import type { SandboxAccount } from '../demo-account.ts'
import { personOf } from '../people/cast.ts'
import { pagesOf, type SandboxPage, type SandboxPerson } from '../people/person.ts'
import type { Scope } from './scopes.ts'
import type { TokenFacts } from './token.ts'

/** The caller, by the token they sent. */
export interface TokenBearer {
  readonly token: string
  readonly facts: TokenFacts
  readonly person: SandboxPerson
}

export function callerOf(token: string, facts: TokenFacts): TokenBearer | null {
  const person = personOf(facts.personKey)
  return person && { token, facts, person }
}

export function hasScope({ facts }: TokenBearer, ...oneOf: readonly Scope[]): boolean {
  return oneOf.some((scope) => facts.scopes.includes(scope))
}

export interface ReachedPage {
  readonly page: SandboxPage
  /** It is the person's through a Business portfolio, not by a role of their own. */
  readonly byPortfolio: boolean
}

/** The Pages that a person's token may act for, or the one that a Page's token is for. */
export function reachedPagesOf({ person, facts }: TokenBearer): ReachedPage[] {
  const shared = pagesOf(person).filter(({ id }) => facts.sharedPages?.includes(id) ?? true)
  const reached = facts.kind === 'page' ? shared.filter(({ id }) => id === facts.pageId) : shared
  return reached.map((page) => ({ page, byPortfolio: !person.pages.includes(page) }))
}

export interface ReachedAccount {
  readonly account: SandboxAccount
  readonly byPortfolio: boolean
}

/** Null when the token does not open the account of this id, or there is none. */
export function reachAccount(caller: TokenBearer, igUserId: string): ReachedAccount | null {
  const { platformAccount } = caller.person
  if (caller.facts.kind === 'platform') {
    return platformAccount?.igUserId === igUserId ? { account: platformAccount, byPortfolio: false } : null
  }
  for (const { page, byPortfolio } of reachedPagesOf(caller)) {
    if (page.account?.igUserId === igUserId) return { account: page.account, byPortfolio }
  }
  return null
}

export function reachPage(caller: TokenBearer, pageId: string): SandboxPage | null {
  return reachedPagesOf(caller).find(({ page }) => page.id === pageId)?.page ?? null
}
