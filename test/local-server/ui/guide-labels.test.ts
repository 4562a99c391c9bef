// What the guide tells a reader to press or to open has that name on the page.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { HELP_PAGES } from '../../../core/rules/notices/help-pages.ts'
import { guideDir } from '../../../local-server/paths.ts'
import { english } from '../../../local-server/ui/src/strings/en/english.ts'
import { lazyEnglish } from '../../../local-server/ui/src/strings/en/lazy/lazy.ts'

/** Names in the windows of others: Instagram, Meta, n8n, spreadsheets, agents; and a word that is stressed. */
const OTHERS = [
  'Creator',
  'Business',
  'Development',
  'Live',
  'Website permissions',
  'Header Auth',
  'CSV UTF-8',
  'Plan my week',
  'Check my posts',
  'new',
]

/** Every label of the page; of one that is made with a name or a number, whatever its function has between quotes. */
function wordsOf(strings: unknown): string[] {
  if (typeof strings === 'string') return [strings]
  if (typeof strings === 'function')
    return [...String(strings).matchAll(/[`'"]([^`'"]*)[`'"]/g)].map(([, text = '']) =>
      text.replace(/ \$\{\w+\}$/, ''),
    )
  return typeof strings === 'object' && strings !== null ? Object.values(strings).flatMap(wordsOf) : []
}

const shown = new Set(wordsOf([english, lazyEnglish]))

it.each(HELP_PAGES)('%s names what the page has', (page) => {
  const markdown = readFileSync(join(guideDir, `${page}.md`), 'utf8').replaceAll(/^```[^]*?^```$/gm, '')
  const names = [...markdown.matchAll(/(?<![*\w])\*([^*\n]+(?:\n[^*\n]+)?)\*(?![*\w])/g)]
    .flatMap(([, name = '']) => name.split(/\s*→\s*/))
    .map((name) => name.replaceAll(/\s+/g, ' '))
  expect(names.filter((name) => !OTHERS.includes(name) && !shown.has(name))).toEqual([])
})
