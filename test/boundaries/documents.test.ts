// What a document names is there: files and folders, npm scripts, commands of `nightpost` and their flags. A document that has been left
// behind looks exactly like one that is true.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, matchesGlob } from 'node:path'
import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { anchorOf } from '../../core/rules/notices/help-pages.ts'

const root = join(import.meta.dirname, '../..')
const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')
const documents = tracked.filter((file) => file.endsWith('.md') && !file.startsWith('test/fixtures/'))
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(textOf('package.json')))

/** Built, downloaded or written while Nightpost runs; an example of something that is not there. */
const NOT_STORED = /(^|\/)(dist|node_modules|\.cache|contract\.d\.mts)(\/|$)/

const inBackticks = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
const inBlocks = (text: string) => [...text.matchAll(/```[a-z]*\n([^]*?)```/g)].map(([, code = '']) => code)

/** A path of the repository has a folder, and begins with one of ours or ends in a type of file of ours. */
const PATH = /^(?:\.{1,2}\/)*[\w.@-]+(?:\/[\w.@{},*-]+)+\/?$/
const TOP = new Set(tracked.map((file) => file.split('/')[0] ?? ''))
const SOURCE = /\.(?:ts|tsx|mjs|mts|md)$/

function pathsIn(file: string): string[] {
  const folder = dirname(file)
  return inBackticks(textOf(file)).filter((code) => {
    if (!PATH.test(code) || NOT_STORED.test(code)) return false
    const [first = ''] = code.split('/')
    return TOP.has(first) || SOURCE.test(code) || existsSync(join(root, folder, first))
  })
}

/** Beside the document, from the top, or from a folder that the text speaks of. */
function isThere(file: string, path: string): boolean {
  if (/[{*]/.test(path)) return tracked.some((one) => matchesGlob(one, `**/${path.replace(/^[./]+/, '')}`))
  if (existsSync(join(root, dirname(file), path)) || existsSync(join(root, path))) return true
  const end = `/${path.replace(/^[./]+|\/$/g, '')}`
  return tracked.some((one) => one.endsWith(end) || one.includes(`${end}/`))
}

function headingsOf(file: string): string[] {
  return [...textOf(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))
}

describe.each(documents)('%s', (file) => {
  it('names files and folders that are there', () => {
    expect(pathsIn(file).filter((path) => !isThere(file, path))).toEqual([])
  })

  it('links to what is there', () => {
    const links = [...textOf(file).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
    const own = links.filter((link) => !/^[a-z]+:|^#/.test(link)).map((link) => link.split('#')[0] ?? '')
    expect(own.filter((link) => !existsSync(join(root, dirname(file), link)))).toEqual([])
  })

  it('links to chapters that are there', () => {
    const links = [...textOf(file).matchAll(/\]\(([^)\s]*\.md)?#([^)\s]+)\)/g)]
    const missing = links.filter(([, path, anchor = '']) => {
      const target = path === undefined ? file : join(dirname(file), path)
      return !/^[a-z]+:/.test(path ?? '') && !headingsOf(target).includes(anchor)
    })
    expect(missing.map(([link]) => link)).toEqual([])
  })

  it('names npm scripts that are there', () => {
    const named = [...textOf(file).matchAll(/npm run ([a-z][\w:-]*)/g)].map(([, name = '']) => name)
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })
})

/** The commands as the program declares them: `posts publish`, and the flags of all. */
const program = globSync('local-server/cli/**/*.ts', { cwd: root })
  .map((file) => textOf(file))
  .join('\n')
const DECLARED = /(?:\.command\(|\b(?:nightpost|media|posts|schedule),)\s*['`"]([a-z][\w-]*)/g
/** `start` and the like are programs of their own. */
const PROGRAMS = /const PROGRAMS[^{]*\{([^]*?)\n\}/.exec(textOf('local-server/cli/nightpost.ts'))?.[1] ?? ''
const words = new Set(
  [...program.matchAll(DECLARED), ...PROGRAMS.matchAll(/^ {2}(\w+):/gm)].map(([, name = '']) => name),
)
const FLAG = /(?<![\w-])--[a-z][a-z-]+/g
const flags = new Set([
  '--help',
  '--version',
  ...(program.match(FLAG) ?? []),
  ...(textOf('local-server/config.ts').match(FLAG) ?? []),
])

const commandLines = documents
  .filter((file) => !file.startsWith('core/decisions/'))
  .flatMap((file) => {
    const text = textOf(file)
    const lines = [...inBackticks(text), ...inBlocks(text).flatMap((block) => block.split('\n'))]
    return lines
      .map((line) => line.replace(/^npm run nightpost -- /, 'nightpost ').trim())
      .filter((line) => /^nightpost [a-z]/.test(line))
      .map((line) => ({ file, line }))
  })

it.each(commandLines)('$file: there is a command for “$line”', ({ line }) => {
  const [, name = ''] = /^nightpost ([a-z][\w-]*)/.exec(line) ?? []
  expect([...words]).toContain(name)
  const own = line.split(/[|;#]| -- /)[0] ?? ''
  expect((own.match(FLAG) ?? []).filter((flag) => !flags.has(flag))).toEqual([])
})

it('the documents show commands', () => {
  expect(words.size).toBeGreaterThan(10)
  expect(commandLines.length).toBeGreaterThan(10)
})
