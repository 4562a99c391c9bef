import { html } from 'hono/html'
import type { SandboxAccount } from '../demo-account.ts'
import type { LiveMedia } from '../live.ts'
import { page, readableTime, type Html } from './page.ts'

/** One post, where its permalink leads. */
export function postPage(account: SandboxAccount, post: LiveMedia): Html {
  const { id, containerId, caption, altText, timestamp, userTags, collaborators, locationId } = post
  const content = html`<p class="back"><a href="/sandbox">← All posts of ${account.username}</a></p>
    <article class="post">
      <img
        src="/sandbox/media/${id}.jpg"
        alt="${altText ?? 'The published picture; it has no description'}"
      />
      <div>
        <h1>${[account.username, ...collaborators].join(', ')}</h1>
        ${caption === null ? '' : html`<p class="caption">${caption}</p>`}
        <dl>
          <dt>Published</dt>
          <dd><time datetime="${timestamp}">${readableTime(timestamp)}</time></dd>
          ${detail('Tagged', userTags.map(({ username }) => `@${username}`).join(', '))}
          ${detail('Location', locationId ?? '')} ${detail('Description', altText ?? '')}
          ${detail('Media id', id)} ${detail('Container id', containerId)}
        </dl>
      </div>
    </article>`
  return page(`Post of ${account.username} – sandbox`, content)
}

export function missingPostPage(): Html {
  const content = html`<section class="empty">
    <h1>This post is not here</h1>
    <p>It was never published to this sandbox. See <a href="/sandbox">all posts</a>.</p>
  </section>`
  return page('Not found – sandbox', content)
}

function detail(name: string, value: string): Html | string {
  if (value === '') return ''
  return html`<dt>${name}</dt>
    <dd>${value}</dd>`
}
