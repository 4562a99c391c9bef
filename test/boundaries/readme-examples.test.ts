// The commands that the documents show can be copied, and those of test/README.md find something to run.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const readme = readFileSync(join(root, 'test/README.md'), 'utf8')
const sources = globSync('test/**/*.{test,e2e}.ts', { cwd: root })
const examples = (pattern: RegExp) => [...readme.matchAll(pattern)].map(([, wanted = '']) => wanted)

it.each(examples(/npm test -- -t '([^']+)'/g))('there is a test whose sentence contains "%s"', (words) => {
  const isIn = (file: string) => readFileSync(join(root, file), 'utf8').includes(`it('${words}`)
  expect(sources.filter((file) => isIn(file))).not.toEqual([])
})

it.each(examples(/npm test -- (test\S+)/g))('there are tests below %s', (path) => {
  expect(sources.filter((file) => file.startsWith(path))).not.toEqual([])
})

it('shows an example of each', () => {
  expect(examples(/npm test -- (-t|test\/)/g).toSorted()).toEqual(['-t', 'test/'])
})

const forUsers = globSync(
  ['README.md', 'cloud-worker/*.md', 'local-server/*.md', 'local-server/{container,guide,sandbox}/*.md'],
  { cwd: root },
)

it.each(forUsers)(
  'the commands of %s have no comment behind them, which zsh would pass to the program',
  (file) => {
    const blocks = readFileSync(join(root, file), 'utf8').matchAll(/^```sh\n(.*?)^```/gms)
    const lines = [...blocks].flatMap(([, code = '']) => code.split('\n'))
    expect(lines.filter((line) => /(^|\s)#(?!!)/.test(line))).toEqual([])
  },
)
