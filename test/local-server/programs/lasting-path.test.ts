import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { lastingPathOf } from '../../../local-server/programs/lasting-path.ts'

let root = ''
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'nightpost-lasting-')))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function nodeAt(path: string): string {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), '')
  return join(root, path)
}

function link(path: string, to: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  symlinkSync(join(root, to), join(root, path))
}

it.each([
  { kept: 'Cellar/node@24/24.21.0', newest: 'opt/node@24' },
  { kept: 'snap/node/1234', newest: 'snap/node/current' },
])('names the link that an update turns to the new version: $newest', ({ kept, newest }) => {
  const node = nodeAt(`${kept}/bin/node`)
  expect(lastingPathOf(node)).toBe(node)
  link(newest, kept)
  expect(lastingPathOf(node)).toBe(join(root, newest, 'bin/node'))
})

it('keeps the path where the link is another version’s, and where there are no such folders', () => {
  const [older, newer] = ['Cellar/node/24.1.0', 'Cellar/node/25.0.0']
  const node = nodeAt(`${older}/bin/node`)
  nodeAt(`${newer}/bin/node`)
  link('opt/node', newer)
  expect(lastingPathOf(node)).toBe(node)
  expect(lastingPathOf('/usr/bin/node')).toBe('/usr/bin/node')
})
