import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { safeText } from '../../core/redact.ts'
import { openLog } from '../../local-server/log.ts'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'nightpost-log-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const line = () => readFileSync(join(folder, 'logs', 'nightpost.log'), 'utf8')

it('holds of whatever was thrown, and of why, no more than a reader reads and no secret', () => {
  const token = `IGAA${'a1B2c3D4'.repeat(6)}`
  const error = new Error(`${token} ${'x '.repeat(500_000)}`)
  error.name = error.message
  error.cause = error
  openLog(folder).error('it failed', { postId: 'p-1', error })
  expect(line()).not.toContain('a1B2c3D4')
  expect(line().length).toBeLessThan(40_000)
  expect(JSON.parse(line())).toMatchObject({ properties: { postId: 'p-1', error: { cause: { cause: {} } } } })
})

it('holds the fields of an event as they are', () => {
  openLog(folder).warn('it was slow', { reason: safeText('no answer'), days: 3 })
  expect(JSON.parse(line())).toMatchObject({
    level: 'WARN',
    message: 'it was slow',
    properties: { reason: 'no answer', days: 3 },
  })
})

it('has no effect on a terminal, and says the same', () => {
  const name = '\u001B[2J\u009B2J\u202Egpj'
  openLog(folder).warn('it was slow', { reason: safeText(name) })
  expect(line().trimEnd()).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u)
  expect(JSON.parse(line())).toMatchObject({ properties: { reason: name } })
})
