import { html } from 'hono/html'
import type { SandboxAccount } from '../demo-account.ts'
import type { LiveMedia } from '../live.ts'
import { page, readableTime, type Html } from './page.ts'

export interface FeedView {
  readonly account: SandboxAccount
  readonly postCount: number
  /** Newest first. */
  readonly posts: readonly LiveMedia[]
  /** The address of the posts before these, null at the end. */
  readonly olderHref: string | null
}

export function feedPage(view: FeedView): Html {
  const { account, posts, olderHref } = view
  const grid = html`<ul class="grid">
    ${posts.map(tile)}
  </ul>`
  const older = olderHref === null ? '' : html`<p class="older"><a href="${olderHref}">Older posts</a></p>`
  const content = html`${profile(view)} ${posts.length === 0 ? nothingYet() : grid} ${older}`
  return page(`${account.name} (@${account.username}) – sandbox`, content)
}

function profile({ account, postCount }: FeedView): Html {
  return html`<header class="profile">
    <span class="avatar" aria-hidden="true">${initials(account.name)}</span>
    <div>
      <h1>${account.username}</h1>
      <ul class="counts">
        <li><b>${number(postCount)}</b> ${postCount === 1 ? 'post' : 'posts'}</li>
        <li><b>${number(account.followersCount)}</b> followers</li>
        <li><b>${number(account.followsCount)}</b> following</li>
      </ul>
      <p class="bio"><b>${account.name}</b><br />${account.biography}</p>
    </div>
  </header>`
}

function tile({ id, caption, altText, timestamp, permalink }: LiveMedia): Html {
  const label =
    altText ?? (caption === null ? null : excerpt(caption)) ?? `Picture of ${readableTime(timestamp)}`
  return html`<li>
    <a href="${new URL(permalink).pathname}">
      <img src="/sandbox/media/${id}.jpg" alt="${label}" loading="lazy" />
    </a>
  </li>`
}

function nothingYet(): Html {
  return html`<section class="empty">
    <span class="frame" aria-hidden="true"></span>
    <h2>No posts yet</h2>
    <p>
      Open Nightpost, choose a picture and publish it to the account <b>demo.kitchen</b>. It appears here as
      soon as it is live; reload this page to see it.
    </p>
  </section>`
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '')
  return words
    .map((word) => word.charAt(0))
    .join('')
    .slice(0, 2)
}

function number(value: number): string {
  return value.toLocaleString('en')
}

/** Cut between characters, never inside one. */
function excerpt(text: string): string {
  return Array.from(text).slice(0, 120).join('')
}
