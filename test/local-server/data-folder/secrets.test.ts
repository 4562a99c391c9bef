// The file of the keys: made once, kept to its owner, and never replaced when it cannot be read.
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { webCryptoRandom } from '../../../core/random.ts'
import { loadSecrets } from '../../../local-server/data-folder/secrets.ts'
import { StartFailure } from '../../../local-server/terminal/start-failure.ts'
import { newFolder } from '../../process-harness/own-folders.ts'

describe('the secrets of a data folder', () => {
  it('are the same at each start, and for their owner alone', () => {
    const folder = newFolder()
    const first = loadSecrets(folder, webCryptoRandom)
    expect(first.areNew).toBe(true)
    expect(loadSecrets(folder, webCryptoRandom)).toEqual({ ...first, areNew: false })
    expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600)
  })

  it.each(['', '{', 'null', '{"sessionKey":1}', '{"sessionKey":"a","tokenKey":"b","folderSecret":"c"}'])(
    'that read %j are refused and left as they are',
    (text) => {
      const folder = newFolder()
      const file = join(folder, 'secrets.json')
      writeFileSync(file, text)
      expect(() => loadSecrets(folder, webCryptoRandom)).toThrow(StartFailure)
      expect(readFileSync(file, 'utf8')).toBe(text)
    },
  )

  it('are refused when a folder has their name', () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'secrets.json'))
    expect(() => loadSecrets(folder, webCryptoRandom)).toThrow(StartFailure)
  })
})
