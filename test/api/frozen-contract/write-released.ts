// Keeps the document that the app serves now as that of a release: npm run contract:release.
import { writeFileSync } from 'node:fs'
import { servedText } from '../served-document.ts'
import { RELEASED } from './released.ts'

writeFileSync(RELEASED, `${JSON.stringify(sorted(JSON.parse(servedText())), null, 2)}\n`)

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]))
}
