// The people who can log in to the sandbox, and what each of them has there.
import type { SandboxAccount } from '../demo-account.ts'

/** A Facebook Page. */
export interface SandboxPage {
  readonly id: string
  readonly name: string
  readonly category: string
  /** The professional account that is linked to it. */
  readonly account: SandboxAccount | null
  readonly location: PageLocation | null
}

export interface PageLocation {
  readonly city: string
  readonly country: string
  readonly latitude: number
  readonly longitude: number
  readonly street: string
  readonly zip: string
}

/** A Business portfolio: its Pages are not among those that a person has a role on. */
export interface SandboxBusiness {
  readonly id: string
  readonly name: string
  readonly ownedPages: readonly SandboxPage[]
  readonly clientPages: readonly SandboxPage[]
}

/** All Pages of a person, by a role of their own or through a portfolio. */
export function pagesOf({ pages, businesses }: SandboxPerson): SandboxPage[] {
  return [...pages, ...businesses.flatMap(({ ownedPages, clientPages }) => [...ownedPages, ...clientPages])]
}

export interface SandboxPerson {
  /** The value of `sandbox_as` that selects them. */
  readonly key: string
  readonly name: string
  /** The account that they log in to Instagram with. */
  readonly platformAccount: SandboxAccount | null
  /** Their Facebook user id. Null: they have no Facebook login. */
  readonly partnerUserId: string | null
  readonly pages: readonly SandboxPage[]
  readonly businesses: readonly SandboxBusiness[]
}
