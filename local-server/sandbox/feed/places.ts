import { html } from 'hono/html'
import type { Html } from './page.ts'
import { DEMO_ACCOUNT, type SandboxAccount } from '../demo-account.ts'

/** The path of an account's feed. The demo kitchen's is the sandbox's front page. */
export function feedPath({ username }: SandboxAccount): string {
  return username === DEMO_ACCOUNT.username ? '/sandbox' : `/sandbox/u/${username}`
}

/** A feed with something to show. */
export interface FeedPlace {
  readonly name: string
  readonly href: string
}

/** Empty while there is only one place. */
export function placesNav(places: readonly FeedPlace[], current: string): Html | string {
  if (places.length < 2) return ''
  return html`<nav class="places" aria-label="Feeds">
    ${places.map(({ name, href }) =>
      href === current
        ? html`<a href="${href}" aria-current="page">${name}</a>`
        : html`<a href="${href}">${name}</a>`,
    )}
  </nav>`
}
