// The sentences that a migration turns into codes.
import Database from 'better-sqlite3'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { migrationsDir } from '../../../local-server/paths.ts'
import { registerNoticeFunctions } from '../../../local-server/sqlite/coded-notices.ts'
import { newFolder } from '../../process-harness/own-folders.ts'

it('are known in a clone in which git ends lines as Windows does', () => {
  const [folder, name] = [newFolder(), '0006_sentences.txt']
  writeFileSync(join(folder, name), readFileSync(join(migrationsDir, name), 'utf8').replaceAll('\n', '\r\n'))
  const raw = new Database(':memory:')
  registerNoticeFunctions(raw, folder)
  const sentence = 'The story does not mention this account any more.'
  const coded = raw.prepare<[string], string>('SELECT coded_failure(?)').pluck().get(sentence)
  expect(JSON.parse(coded ?? '')).toMatchObject({ code: 'STORY_WITHOUT_MENTION' })
  raw.close()
})
