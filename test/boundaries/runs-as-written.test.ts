// `npm run dev` runs the sources as they are written: Node removes their types and compiles nothing.
import { globSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

it('Node reads each source of the server as it is written', () => {
  const exclude = ['local-server/ui/**', 'local-server/dist/**', '**/*.d.ts']
  const sources = globSync('{core,local-server}/**/*.ts', { cwd: root, exclude })

  expect(sources.length).toBeGreaterThan(100)
  expect(sources.flatMap(refusal)).toEqual([])
})

function refusal(source: string): string[] {
  try {
    stripTypeScriptTypes(readFileSync(join(root, source), 'utf8'))
    return []
  } catch (error) {
    return [`${source}: ${String(error)}`]
  }
}
