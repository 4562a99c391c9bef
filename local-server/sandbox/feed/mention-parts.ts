// What the feed shows of strangers' stories: those that mention the account, and the button that makes another.
import { html } from 'hono/html'
import { toIso } from '../../../core/time.ts'
import type { SandboxAccount } from '../demo-account.ts'
import { mediaQuery, MEDIA_PATH } from '../mentions/media-address.ts'
import type { StrangerStory } from '../mentions/mention-state.ts'
import { strangerOf } from '../mentions/strangers.ts'
import { readableTime, type Html } from './page.ts'

/** Live ones only: their media are gone with them. */
export function mentionRow(stories: readonly StrangerStory[]): Html | string {
  if (stories.length === 0) return ''
  return html`<section aria-labelledby="mentions">
    <h2 id="mentions">Stories that mention you, for 24 hours</h2>
    <div class="stories">${stories.map(mention)}</div>
  </section>`
}

function mention(story: StrangerStory): Html {
  const poster = strangerOf(story.posterPk)?.username ?? ''
  const address = `/sandbox${MEDIA_PATH}${mediaQuery(story)}`
  const label = `Story of ${poster}, ${readableTime(toIso(story.takenAt))}`
  const medium =
    story.kind === 'image'
      ? html`<img src="${address}" alt="${label}" />`
      : html`<video src="${address}" muted playsinline preload="metadata" aria-label="${label}"></video>`
  return html`<a href="${address}">${medium}<small>@${poster}</small></a>`
}

export function mentionForm({ username }: SandboxAccount): Html {
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
