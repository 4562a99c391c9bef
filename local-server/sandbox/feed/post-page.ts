import { html } from 'hono/html'
import type { SandboxAccount } from '../demo-account.ts'
import type { LiveMedia } from '../live.ts'
import { mediaPath, page, readableTime, type Html } from './page.ts'

/** One post, where its permalink leads. */
export function postPage(account: SandboxAccount, post: LiveMedia): Html {
  const { id, containerId, caption, altText, timestamp, userTags, collaborators, locationId, kind } = post
  const mentioned = post.nativeMentions.map(({ username }) => `@${username}`)
  const content = html`<p class="back">
      <a href="/sandbox/u/${account.username}">← All posts of ${account.username}</a>
    </p>
    <article class="post">
      <div class="media">${post.children.length > 0 ? post.children.map(medium) : medium(post)}</div>
      <div>
        <h1>${[account.username, ...collaborators].join(', ')}</h1>
        ${caption === null ? '' : html`<p class="caption" dir="auto">${caption}</p>`}
        <dl>
          <dt>Published</dt>
          <dd><time datetime="${timestamp}">${readableTime(timestamp)}</time></dd>
          ${detail('Kind', KINDS[kind])}
          ${detail('Tagged', userTags.map(({ username }) => `@${username}`).join(', '))}
          ${detail('Mentioned', mentioned.join(', '))} ${detail('Location', locationId ?? '')}
          ${detail('Description', altText ?? '')} ${detail('Media id', id)}
          ${detail('Container id', containerId)}
        </dl>
      </div>
    </article>`
  return page(`Post of ${account.username} – sandbox`, content)
}

const KINDS: Readonly<Record<LiveMedia['kind'], string>> = {
  IMAGE: 'Picture',
  VIDEO: 'Video',
  REELS: 'Reel',
  STORIES: 'Story',
  CAROUSEL: 'Album',
}

function medium({ altText, imageUrl, videoUrl }: LiveMedia): Html {
  if (videoUrl === null) {
    return html`<img
      src="${mediaPath(imageUrl)}"
      alt="${altText ?? 'The published picture; it has no description'}"
    />`
  }
  return html`<video
    src="${mediaPath(videoUrl)}"
    poster="${mediaPath(imageUrl)}"
    controls
    playsinline
    preload="metadata"
    aria-label="The published video"
  ></video>`
}

export function missingPostPage(wasRemoved: boolean): Html {
  const content = html`<section class="empty">
    <h1>This post is not here</h1>
    <p>
      ${wasRemoved ? 'It was deleted.' : 'It was never published to this sandbox.'} See
      <a href="/sandbox">all posts</a>.
    </p>
  </section>`
  return page('Not found – sandbox', content)
}

function detail(name: string, value: string): Html | string {
  if (value === '') return ''
  return html`<dt>${name}</dt>
    <dd>${value}</dd>`
}
