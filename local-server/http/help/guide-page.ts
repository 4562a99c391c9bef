// A page of the guide, made of its Markdown.
import { html, raw } from 'hono/html'
import { lexer, Parser, Renderer, type Tokens } from 'marked'
import { posix } from 'node:path'
import {
  anchorOf,
  HELP_PAGES,
  HELP_TITLES,
  isHelpPage,
  type HelpPage,
} from '../../../core/rules/notices/help-pages.ts'

const FOLDER = 'local-server/guide'
/** The guide names the usual port; the page may be served at another one. */
const USUAL_ORIGIN = 'http://127.0.0.1:4100'

class GuideRenderer extends Renderer {
  override heading(heading: Tokens.Heading): string {
    const { depth, tokens } = heading
    return `<h${depth} id="${anchorOf(plainText(heading))}">${this.parser.parseInline(tokens)}</h${depth}>\n`
  }

  /** A wide block scrolls, which must be possible with the keyboard, too. */
  override code(code: Tokens.Code): string {
    return super.code(code).replace('<pre>', '<pre tabindex="0">')
  }

  /** Links to other pages of the guide stay here; what is only in the repository is named. */
  override link(link: Tokens.Link): string {
    const href = link.href.replace(USUAL_ORIGIN, '')
    if (/^([a-z]+:|[#/])/.test(href)) return super.link({ ...link, href })
    const [path = '', anchor] = href.split('#')
    const page = path.replace(/\.md$/, '')
    if (isHelpPage(page))
      return super.link({ ...link, href: `/help/${page}${anchor === undefined ? '' : `#${anchor}`}` })
    return `${this.parser.parseInline(link.tokens)} (<code>${posix.join(FOLDER, path)}</code>)`
  }
}

/** As it is read, without the signs of Markdown. */
function plainText({ text }: Tokens.Heading): string {
  return text.replaceAll('`', '')
}

export function guidePage(page: HelpPage, markdown: string) {
  const tokens = lexer(markdown)
  const chapters = tokens.filter(
    (token): token is Tokens.Heading => token.type === 'heading' && token['depth'] === 2,
  )
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${HELP_TITLES[page]} – Nightpost</title>
        <link rel="icon" href="/favicon.svg" />
        <link rel="stylesheet" href="/help/help.css" />
      </head>
      <body>
        <a class="skip" href="#content">Skip to the text</a>
        <header>
          <a href="/">Nightpost</a>
          <nav aria-label="Pages">
            <ul>
              ${HELP_PAGES.map((name) => pageLink(name, name === page))}
            </ul>
          </nav>
        </header>
        <div class="columns">
          <nav aria-label="On this page">
            <ul>
              ${chapters.map(
                (chapter) =>
                  html`<li><a href="#${anchorOf(plainText(chapter))}">${plainText(chapter)}</a></li>`,
              )}
            </ul>
          </nav>
          <main id="content">${raw(new Parser({ renderer: new GuideRenderer() }).parse(tokens))}</main>
        </div>
      </body>
    </html>`
}

function pageLink(name: HelpPage, isCurrent: boolean) {
  const current = isCurrent ? 'page' : 'false'
  return html`<li><a href="/help/${name}" aria-current="${current}">${HELP_TITLES[name]}</a></li>`
}
