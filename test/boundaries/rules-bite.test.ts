// A rule that has stopped matching looks exactly like a rule that is kept. So the linter is run, with the project's own
// configuration, on a small tree in which every file but the clean ones breaks one rule.
import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'

const root = join(import.meta.dirname, '../..')
const FOLDERS = ['core', 'local-server', 'cloud-worker', 'test']
const Report = z.object({
  number_of_files: z.number(),
  diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })),
})

let tree = ''
let broken = new Map<string, Set<string>>()

/** A copy at the top of its own folder, because the configuration's patterns start there. */
beforeAll(async () => {
  tree = await mkdtemp(join(tmpdir(), 'nightpost-boundaries-'))
  await cp(join(import.meta.dirname, 'fixture'), tree, { recursive: true })
  await cp(join(root, '.oxlintrc.json'), join(tree, '.oxlintrc.json'))
  await cp(join(root, 'tsconfig.json'), join(tree, 'tsconfig.base.json'))
  await writeFile(
    join(tree, 'tsconfig.json'),
    JSON.stringify({ extends: './tsconfig.base.json', files: null, include: FOLDERS }),
  )
  await writeFile(join(tree, 'core/too-long.ts'), numberedLines(301))
  await writeFile(join(tree, 'core/just-fits.ts'), numberedLines(300))
  await writeFile(join(tree, 'core/does-too-much.ts'), functionOf(61))
  await symlink(join(root, 'node_modules'), join(tree, 'node_modules'), 'junction')
  broken = await lint()
})
afterAll(() => rm(tree, { recursive: true, force: true }))

describe('what is allowed', () => {
  it.each([
    ['core/clean.ts', 'zod and its own files'],
    ['core/double.ts', 'plain code'],
    ['core/time.ts', 'the date, in the file that owns it'],
    ['core/random.ts', 'randomness, in the file that owns it'],
    ['core/just-fits.ts', '300 lines'],
    ['local-server/clean.ts', 'Node and core'],
    ['local-server/config.ts', 'the environment, in the file that owns it'],
    ['local-server/terminal/say.ts', 'printing, in the file that owns it'],
    ['cloud-worker/clean.ts', 'core, and the clock'],
    ['cloud-worker/main.ts', 'the default export that the runtime asks for'],
    ['test/clean.ts', 'any of the three'],
  ])('%s: %s', (file) => {
    expect(rulesBrokenBy(file)).toEqual([])
  })
})

const IMPORTS = 'eslint(no-restricted-imports)'
const GLOBALS = 'eslint(no-restricted-globals)'
const PROPERTIES = 'eslint(no-restricted-properties)'
const NODE_MODULES = 'import(no-nodejs-modules)'

describe('core runs anywhere', () => {
  it.each([
    ['reads-a-file.ts', IMPORTS],
    ['reads-a-file.ts', NODE_MODULES],
    ['reads-a-file-later.ts', IMPORTS],
    ['reads-a-file-later.ts', NODE_MODULES],
    ['reads-a-file-dynamically.ts', IMPORTS],
    ['reads-a-file-unprefixed.ts', NODE_MODULES],
    ['reaches-workerd.ts', IMPORTS],
    ['reaches-local-server.ts', IMPORTS],
    ['reaches-cloud-worker.ts', IMPORTS],
    ['reaches-test.ts', IMPORTS],
    ['opens-a-database.ts', IMPORTS],
    ['writes-tables.ts', IMPORTS],
    ['renders-pixels.ts', IMPORTS],
    ['reads-the-process.ts', GLOBALS],
    ['holds-a-buffer.ts', GLOBALS],
    ['knows-the-date.ts', GLOBALS],
    ['constructs-a-date.ts', GLOBALS],
    ['waits.ts', GLOBALS],
    ['measures.ts', PROPERTIES],
    ['rolls-dice.ts', PROPERTIES],
    ['makes-ids.ts', PROPERTIES],
  ])('core/%s breaks %s', (file, rule) => {
    expect(rulesBrokenBy(`core/${file}`)).toContain(rule)
  })
})

describe('the two runtimes do not know each other, nor their tests', () => {
  it.each([
    ['local-server/reaches-cloud-worker.ts', IMPORTS],
    ['local-server/reaches-test.ts', IMPORTS],
    ['local-server/ui/src/reaches-cloud-worker.ts', IMPORTS],
    ['local-server/ui/src/reads-a-file.ts', IMPORTS],
    ['local-server/ui/src/runs-the-contract.ts', IMPORTS],
    ['cloud-worker/reaches-local-server.ts', IMPORTS],
    ['cloud-worker/reads-a-file.ts', IMPORTS],
    ['cloud-worker/reads-the-process.ts', GLOBALS],
    ['cloud-worker/renders-pixels.ts', IMPORTS],
  ])('%s breaks %s', (file, rule) => {
    expect(rulesBrokenBy(file)).toContain(rule)
  })
})

describe('only config.ts reads the environment', () => {
  it('local-server/reads-the-environment.ts breaks it', () => {
    expect(rulesBrokenBy('local-server/reads-the-environment.ts')).toContain('node(no-process-env)')
  })
})

describe('bodies of strangers are not read by the fetch inside Node', () => {
  it('local-server/fetches-by-itself.ts breaks it', () => {
    expect(rulesBrokenBy('local-server/fetches-by-itself.ts')).toContain(GLOBALS)
  })
})

describe('one place prints', () => {
  it.each([
    ['local-server/prints-by-itself.ts', PROPERTIES],
    ['local-server/prints-aside-by-itself.ts', PROPERTIES],
    ['local-server/prints-through-a-module.ts', IMPORTS],
    ['local-server/lets-commander-print.ts', IMPORTS],
    ['local-server/says-it-aloud.ts', 'eslint(no-console)'],
    ['local-server/cli/says-it-aloud.ts', 'eslint(no-console)'],
  ])('%s breaks %s', (file, rule) => {
    expect(rulesBrokenBy(file)).toContain(rule)
  })
})

describe('how a file looks', () => {
  it.each([
    ['core/cycle/there.ts', 'import(no-cycle)'],
    ['core/cycle/back.ts', 'import(no-cycle)'],
    ['core/exports-default.ts', 'import(no-default-export)'],
    ['cloud-worker/exports-default.ts', 'import(no-default-export)'],
    ['core/barrel.ts', 'oxc(no-barrel-file)'],
    ['core/too-long.ts', 'eslint(max-lines)'],
    ['core/does-too-much.ts', 'eslint(max-lines-per-function)'],
    ['core/takes-too-much.ts', 'eslint(max-params)'],
    ['core/WrongName.ts', 'unicorn(filename-case)'],
    ['core/gives-up-types.ts', 'typescript(no-explicit-any)'],
    ['core/asserts-not-null.ts', 'typescript(no-non-null-assertion)'],
    ['core/imports-a-type-as-value.ts', 'typescript(consistent-type-imports)'],
    ['core/forgets-a-promise.ts', 'typescript(no-floating-promises)'],
    ['core/says-it-aloud.ts', 'eslint(no-console)'],
  ])('%s breaks %s', (file, rule) => {
    expect(rulesBrokenBy(file)).toContain(rule)
  })
})

function rulesBrokenBy(file: string): string[] {
  return [...(broken.get(file) ?? [])]
}

async function lint(): Promise<Map<string, Set<string>>> {
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint')
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [oxlint, '--type-aware', '--format', 'json', ...FOLDERS],
    { cwd: tree, maxBuffer: 16 * 1024 * 1024 },
  ).catch((error: { stdout: string }) => error)
  const { diagnostics, number_of_files: files } = Report.parse(JSON.parse(stdout))
  expect(files).toBeGreaterThan(40)
  const rules = new Map<string, Set<string>>()
  for (const { filename, code } of diagnostics) {
    rules.set(filename, (rules.get(filename) ?? new Set()).add(code))
  }
  return rules
}

function numberedLines(count: number): string {
  return Array.from({ length: count }, (_, line) => `export const line${line} = ${line}\n`).join('')
}

function functionOf(lines: number): string {
  const body = Array.from({ length: lines - 4 }, (_, line) => `  sum += ${line}\n`).join('')
  return `export function add(): number {\n  let sum = 0\n${body}  return sum\n}\n`
}
