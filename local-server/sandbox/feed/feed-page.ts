import { html } from 'hono/html'
import { firstCharacters } from '../../../core/rules/content/first-characters.ts'
import type { SandboxAccount } from '../demo-account.ts'
import type { LiveMedia } from '../live.ts'
import type { StrangerStory } from '../mentions/mention-state.ts'
import { mediaPath, page, readableTime, type Html } from './page.ts'
import { placesNav, type FeedPlace, feedPath } from './places.ts'
import { toIso } from '../../../core/time.ts'
import { mediaQuery, MEDIA_PATH } from '../mentions/media-address.ts'
import { strangerOf } from '../mentions/strangers.ts'

export interface FeedView {
  readonly account: SandboxAccount
  readonly postCount: number
  /** Newest first. */
  readonly posts: readonly LiveMedia[]
  /** Stories of the last 24 hours, newest first. */
  readonly stories: readonly LiveMedia[]
  /** Live stories of strangers that mention the account. */
  readonly mentions: readonly StrangerStory[]
  readonly places: readonly FeedPlace[]
  /** The address of the posts before these, null at the end. */
  readonly olderHref: string | null
}

export function feedPage(view: FeedView): Html {
  const { account, posts, stories, olderHref, places } = view
  const grid = html`<ul class="grid">
    ${posts.map(tile)}
  </ul>`
  const older = olderHref === null ? '' : html`<p class="older"><a href="${olderHref}">Older posts</a></p>`
  const content = html`${placesNav(places, feedPath(account))} ${profile(view)} ${storyRow(stories)}
  ${mentionRow(view.mentions)} ${mentionForm(account)} ${posts.length === 0 ? nothingYet(account) : grid}
  ${older}`
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

function storyRow(stories: readonly LiveMedia[]): Html | string {
  if (stories.length === 0) return ''
  return html`<section class="stories" aria-label="Stories of the last 24 hours">
    ${stories.map(storyOf)}
  </section>`
}

function storyOf({ permalink, imageUrl, timestamp, userTags }: LiveMedia): Html {
  const tagged = userTags.map(({ username }) => `@${username}`).join(', ')
  return html`<a href="${new URL(permalink).pathname}">
    <img src="${mediaPath(imageUrl)}" alt="Story of ${readableTime(timestamp)}" />
    ${tagged === '' ? '' : html`<small>with ${tagged}</small>`}
  </a>`
}

function tile(post: LiveMedia): Html {
  const { caption, altText, timestamp, permalink, imageUrl, kind } = post
  const label =
    altText ??
    (caption === null ? null : firstCharacters(caption, 120)) ??
    `Picture of ${readableTime(timestamp)}`
  const mark = MARKS[kind]
  return html`<li>
    <a href="${new URL(permalink).pathname}">
      <img src="${mediaPath(imageUrl)}" alt="${label}" loading="lazy" />
      ${mark === undefined ? '' : html`<span class="mark">${mark}</span>`}
    </a>
  </li>`
}

const MARKS: Readonly<Partial<Record<LiveMedia['kind'], string>>> = { REELS: 'Reel', CAROUSEL: 'Album' }

function nothingYet({ username }: SandboxAccount): Html {
  return html`<section class="empty">
    <span class="frame" aria-hidden="true"></span>
    <h2>No posts yet</h2>
    <p>
      Open Nightpost, choose a picture and publish it to the account <b>${username}</b>. It appears here as
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

/** Strangers' stories that mention the account. Live ones only: their media are gone with them. */
function mentionRow(stories: readonly StrangerStory[]): Html | string {
  if (stories.length === 0) return ''
  return html`<section aria-labelledby="mentions">
    <h2 id="mentions">Stories that mention you, for 24 hours</h2>
    <div class="stories">${stories.map(mentionLink)}</div>
  </section>`
}

function mentionLink(story: StrangerStory): Html {
  const poster = strangerOf(story.posterPk)?.username ?? ''
  const address = `/sandbox${MEDIA_PATH}${mediaQuery(story)}`
  const label = `Story of ${poster}, ${readableTime(toIso(story.takenAt))}`
  const medium =
    story.kind === 'image'
      ? html`<img src="${address}" alt="${label}" />`
      : html`<video src="${address}" muted playsinline preload="metadata" aria-label="${label}"></video>`
  return html`<a href="${address}">${medium}<small>@${poster}</small></a>`
}

function mentionForm({ username }: SandboxAccount): Html {
  return html`<form class="practice" method="post" action="/sandbox/mentions">
    <fieldset>
      <legend>Practise story mentions</legend>
      <input type="hidden" name="username" value="${username}" />
      <label><input type="radio" name="kind" value="image" checked /> With a picture</label>
      <label><input type="radio" name="kind" value="video" /> With a video</label>
      <button>A stranger mentions @${username} in a story</button>
    </fieldset>
  </form>`
}
