// Whatever compares a stored time with this computer's clock goes wrong when that clock does. `core/wall-clock.md` lists all of
// it, with what a jump does; here the list is compared with the sources.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const LIST = 'core/wall-clock.md'
const SOURCES = ['core', 'local-server', 'cloud-worker'].map((folder) => `${folder}/**/*.ts`)
/** The page shows times, and what it decides by them is the core's. The sandbox and the demo stand in for others. */
const LEFT_OUT = /^local-server\/(ui|sandbox|demo|dist)\/|^cloud-worker\/dist\/|\.d\.ts$/

/** How often a source compares something with now, subtracts one from the other, or has SQL compare them. */
export function countComparisons(source: string): number {
  const code = source
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/(^|\s)\/\/.*$/gm, '$1')
    .replaceAll('performance.now()', 'elapsed')
    .replaceAll(/\bageOf\([^()]*\)/g, 'AGE')
  const bound = [...code.matchAll(/\b(\w+)\s*=\s*(?:\(?await\s+)?[\w.]*\bnow\(\)\)?(?!\s*[-+])/g)]
  const names = ['now', ...new Set(bound.map(([, name = 'now']) => name))].join('|')
  const now = String.raw`(?:\w+\.)*\b(?:${names})\b(?:\(\))?`
  const patterns = [
    String.raw`${now}\)*\s*(?:[<>]=?|-)\s`,
    String.raw`\s(?:[<>]=?|-)\s*(?:\$\{)?\(*${now}`,
    String.raw`\bAGE\b`,
    String.raw`\b[lg]te?\([^()]*\b(?:${names})\b`,
  ]
  return [...code.matchAll(new RegExp(patterns.join('|'), 'g'))].length
}

function sourcesByPath(): Map<string, string> {
  const paths = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
  const ours = paths.map((path) => path.replaceAll('\\', '/')).filter((path) => !LEFT_OUT.test(path))
  return new Map(ours.toSorted().map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]))
}

/** `core/features/sessions/sessions.ts` 6 */
function listed(): Map<string, number> {
  const places = readFileSync(join(ROOT, LIST), 'utf8').matchAll(/`([\w./-]+\.ts)` (\d+)/g)
  return new Map(Array.from(places, ([, path = '', count]) => [path, Number(count)]))
}

describe('the list of what ages by the wall clock', () => {
  it('has every comparison of a stored time with now', () => {
    const list = listed()
    const missing = [...sourcesByPath()].flatMap(([path, source]) => {
      const [found, known] = [countComparisons(source), list.get(path) ?? 0]
      if (found <= known) return []
      return `${path} has ${found}, of which ${known} are listed. Say in ${LIST} what a jump of the clock does to the others.`
    })
    expect(missing).toEqual([])
  })

  it('says of each what a clock does that is set forward, set back, or wrong over a restart', () => {
    const rows = readFileSync(join(ROOT, LIST), 'utf8')
      .split('\n')
      .filter((line) => /\.ts` \d+/.test(line))
    const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()))
    expect(rows.length).toBeGreaterThan(20)
    for (const [, ...told] of cells) expect(told.slice(0, 5).filter((cell) => cell !== '')).toHaveLength(5)
  })

  it('has nothing that is gone', () => {
    const sources = sourcesByPath()
    const gone = [...listed()].filter(([path]) => countComparisons(sources.get(path) ?? '') === 0)
    expect(gone).toEqual([])
  })

  it.each([
    ['if (record.expiresAt <= clock.now()) return', 1],
    ['const at = deps.clock.now()\n if (\n before >\n at) return', 1],
    ['const at = await running.now()\n return find(at - REMEMBERED)', 1],
    ['const since = clock.now() - LATE', 1],
    ['if (ageOf(triedAt, now) < HOUR) return', 1],
    ['Math.abs(now - checked.at) < HOUR', 1],
    ['where(lte(jobs.runAt, now))', 1],
    ['sql`run_at <= ${now}`', 1],
    ['// older than now - DAY\n const nextAt = now + HOUR', 0],
    ['list.map(() => now)', 0],
    ['for (const started = performance.now(); performance.now() - started < 5; ) {}', 0],
  ])('sees a comparison where there is one: %s', (source, count) => {
    expect(countComparisons(source)).toBe(count)
  })
})
