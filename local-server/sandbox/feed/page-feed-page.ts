// The feed page of what is live on a Facebook Page.
import { html } from 'hono/html'
import type { LivePagePost } from '../live.ts'
import type { SandboxPage } from '../people/person.ts'
import { mediaPath, page, readableTime, type Html } from './page.ts'
import { placesNav, type FeedPlace } from './places.ts'

export function pageFeedPage(
  { id, name, category }: SandboxPage,
  posts: readonly LivePagePost[],
  places: readonly FeedPlace[],
): Html {
  const content = html`${placesNav(places, `/sandbox/www.facebook.com/${id}`)}
    <header class="profile">
      <div>
        <h1>${name}</h1>
        <p class="bio">Page · ${category}</p>
      </div>
    </header>
    ${posts.length === 0 ? html`<p class="empty">Nothing was posted to this Page yet.</p>` : postList(posts)}`
  return page(`${name} – sandbox`, content)
}

export function pagePostPage(post: LivePagePost): Html {
  const content = html`<p class="back">
      <a href="/sandbox/www.facebook.com/${post.pageId}">← All posts of ${post.pageName}</a>
    </p>
    ${article(post)}`
  return page(`Post of ${post.pageName} – sandbox`, content)
}

function postList(posts: readonly LivePagePost[]): Html {
  return html`<ul class="list">
    ${posts.map((post) => html`<li>${article(post)}</li>`)}
  </ul>`
}

function article(post: LivePagePost): Html {
  const { id, kind, text, title, timestamp, imageUrls, videoUrl, permalink, pageName } = post
  const alt = text ?? `Picture of ${pageName}`
  return html`<article class="post">
    <div class="media">
      ${imageUrls.map((url) => html`<img src="${mediaPath(url)}" alt="${alt}" loading="lazy" />`)}
      ${
        videoUrl === null
          ? ''
          : html`<video
              src="${mediaPath(videoUrl)}"
              controls
              playsinline
              preload="metadata"
              aria-label="The published video"
            ></video>`
      }
    </div>
    <div>
      ${title === null ? '' : html`<h2>${title}</h2>`}
      ${text === null ? '' : html`<p class="caption" dir="auto">${text}</p>`}
      <dl>
        <dt>Published</dt>
        <dd>
          <a href="${new URL(permalink).pathname}"
            ><time datetime="${timestamp}">${readableTime(timestamp)}</time></a
          >
        </dd>
        <dt>Kind</dt>
        <dd>${kind.replace('-', ' ')}</dd>
        <dt>Id</dt>
        <dd>${id}</dd>
      </dl>
    </div>
  </article>`
}
