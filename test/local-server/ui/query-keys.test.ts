import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { keys } from '../../../local-server/ui/src/query-keys.ts'

const source = join(import.meta.dirname, '../../../local-server/ui/src')

/** Every key, with something in the place of each id. */
function everyKey(): string[] {
  const made = Object.values(keys).map((key) =>
    typeof key === 'function' ? (key as (...ids: unknown[]) => unknown)('x', 'y') : key,
  )
  return made.map((key) => JSON.stringify(key))
}

it('gives no two queries of the page the same key', () => {
  const all = everyKey()
  expect(all.length).toBeGreaterThan(30)
  expect(new Set(all).size).toBe(all.length)
})

it('writes keys and makes queries in one place only', () => {
  const elsewhere = globSync('**/*.{ts,tsx}', { cwd: source })
    .filter((file) => file !== 'query-keys.ts')
    .filter((file) =>
      /queryKey: *\[|\bqueryOptions\(|\binfiniteQueryOptions\(|useQuery\(\{ *queryKey/.test(
        readFileSync(join(source, file), 'utf8'),
      ),
    )
  expect(elsewhere).toEqual([])
})

it('types the data of a query by the shape of its key', () => {
  // @ts-expect-error: one post is not a list of them; that a wrong shape compiles nowhere is what this line shows.
  const wrong: (typeof keys)['accounts'] = keys.post('x')
  expect(wrong).toBeDefined()
})
