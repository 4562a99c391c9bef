import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { newFolder } from '../../../process-harness/own-folders.ts'
import { filesOfFirstLoad, MOST_BYTES, MOST_FILES, overBudget } from './first-load.ts'

function built(manifest: object, sizes: Readonly<Record<string, number>>): string {
  const dir = newFolder()
  const write = (name: string, content: string) => {
    mkdirSync(dirname(join(dir, name)), { recursive: true })
    writeFileSync(join(dir, name), content)
  }
  write('.vite/manifest.json', JSON.stringify(manifest))
  for (const [name, bytes] of Object.entries(sizes)) write(name, 'x'.repeat(bytes))
  return dir
}

it('weighs what the document loads at once as it is sent, and nothing that is loaded later', () => {
  const dir = built(
    {
      'index.html': {
        file: 'page.js',
        css: ['page.css'],
        imports: ['_shared.js'],
        dynamicImports: ['later'],
      },
      '_shared.js': { file: 'shared.js', imports: ['index.html'], assets: ['letters.woff2'] },
      later: { file: 'later.js', css: ['later.css'] },
      english: { file: 'english.js', imports: ['_shared.js'] },
    },
    {
      'index.html': 5,
      'favicon.svg': 1,
      'page.js': 400,
      'page.js.br': 100,
      'page.css': 20,
      'shared.js': 10,
      'letters.woff2': 30,
      'later.js': 900,
      'later.css': 900,
      'english.js': 7,
    },
  )
  expect(
    Object.fromEntries(filesOfFirstLoad(dir, ['english']).map(({ name, bytes }) => [name, bytes])),
  ).toEqual({
    'index.html': 5,
    'favicon.svg': 1,
    'page.js': 100,
    'page.css': 20,
    'shared.js': 10,
    'letters.woff2': 30,
    'english.js': 7,
  })
})

it('refuses a page that the build does not know as it is asked for', () => {
  const dir = built(
    { 'index.html': { file: 'page.js' } },
    { 'index.html': 1, 'favicon.svg': 1, 'page.js': 1 },
  )
  expect(() => filesOfFirstLoad(dir, ['src/strings/en/english.ts'])).toThrow('no src/strings/en/english.ts')
})

it('accepts what is within the budget, to the byte', () => {
  const full = Array.from({ length: MOST_FILES }, (_, n) => ({
    name: `${n}`,
    bytes: n === 0 ? MOST_BYTES : 0,
  }))
  expect(overBudget(full)).toBeNull()
})

it('names the largest files of a page that weighs too much', () => {
  const sentence = overBudget([
    { name: 'small.css', bytes: 1_000 },
    { name: 'page.js', bytes: 251_400 },
  ])
  expect(sentence).toBe(
    'The first screen needs 252.4 kB in 2 files; at most 250.0 kB in 8 are allowed. The largest: page.js (251.4 kB), small.css (1.0 kB).',
  )
})

it('refuses a page of too many files, however light', () => {
  const many = Array.from({ length: MOST_FILES + 1 }, (_, n) => ({ name: `${n}.js`, bytes: 1 }))
  expect(overBudget(many)).toContain(`${MOST_FILES + 1} files`)
})
