import { html } from 'hono/html'
import type { Html } from './page.ts'

/** A feed that there is something to see in. */
export interface FeedPlace {
  readonly name: string
  readonly href: string
}

/** Nothing while there is one place only. */
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
