// The frame of every page that people see. No script, no inline style: it runs under the strictest content policy.
import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

export const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' blob: data:; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

/** The headers of a page with a form. Its Origin must arrive, so the policy that hides it is loosened. */
export function formHeaders(targets: string): Record<string, string> {
  const policy = PAGE_HEADERS['content-security-policy']
  return {
    ...PAGE_HEADERS,
    'content-security-policy': policy.replace("form-action 'none'", `form-action ${targets}`),
    'referrer-policy': 'same-origin',
  }
}

export function page(title: string, content: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/sandbox/feed.css" />
      </head>
      <body>
        <a class="skip" href="#content">Skip to the posts</a>
        <p class="badge"><strong>Sandbox</strong> – nothing here reaches Instagram</p>
        <main id="content">${content}</main>
      </body>
    </html>`
}

/** Without the host: the page may have been opened under another of its names. */
export function mediaPath(url: string): string {
  return new URL(url).pathname
}

/** A time as people write it, in UTC because the page does not know where it is read. */
export function readableTime(iso: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(new Date(iso))} UTC`
}
