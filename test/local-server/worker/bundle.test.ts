// What is uploaded to the user's account: small, and nothing of Node in it. How quickly it starts is measured by `npm run bench -- worker-start`.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { workerBundle } from '../../../local-server/paths.ts'

const source = readFileSync(workerBundle, 'utf8')

it('weighs at most 150 kB, compressed', () => {
  expect(gzipSync(source).length).toBeLessThanOrEqual(150_000)
})

it('imports what the runtime provides and nothing else', () => {
  const { staticImports, dynamicImports, staticExports } = parseSync('worker.js', source).module
  const asked = staticImports.map(({ moduleRequest }) => moduleRequest.value)
  expect(asked.filter((name) => !name.startsWith('cloudflare:'))).toEqual([])
  expect(dynamicImports).toEqual([])
  expect(staticExports.flatMap(({ entries }) => entries.map(({ exportName }) => exportName.name))).toContain(
    'Scheduler',
  )
})
