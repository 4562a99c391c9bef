import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const SOURCES = join(import.meta.dirname, '../../../local-server/ui/src')
/** The typeface, a link that is left out, a language; and what a lazy page fetches beforehand, too. */
const KNOWN = ['main.tsx', 'kit/problem-note.tsx', 'strings/language.tsx', 'plan/moves.tsx']

it('fetches no code in the moment that needs it: after an update it is gone', () => {
  const found = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => {
      const code = readFileSync(join(SOURCES, name), 'utf8').replaceAll(/^\s*(\/\/|\/?\*).*$/gm, '')
      return /(?<!(lazyPage(<[^;=]*>)?\(\s*async \(\) => \(await |loadUntilReachable\(\(\) => ))\bimport\('/.test(
        code,
      )
    })
  expect(found.toSorted()).toEqual(KNOWN.toSorted())
})
