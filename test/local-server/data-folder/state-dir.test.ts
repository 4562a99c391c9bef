// Where the server keeps what must not travel with its data folder.
import { homedir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../local-server/config.ts'

describe('the state folder', () => {
  it('is the one that the variable names', () => {
    const env = { NIGHTPOST_STATE_DIR: '/somewhere/else' }
    expect(readConfig(['--data-dir', '/data'], env).stateDir).toBe('/somewhere/else')
  })

  it.runIf(process.platform === 'linux')('is where Linux keeps state', () => {
    const env = { XDG_STATE_HOME: '/home/me/state' }
    expect(readConfig(['--data-dir', '/data'], env).stateDir).toBe('/home/me/state/nightpost')
    expect(readConfig(['--data-dir', '/data'], {}).stateDir).toBe(join(homedir(), '.local/state/nightpost'))
  })

  it('lies beside a data folder that it would lie in, because a backup would take it along', () => {
    for (const inside of ['/data', '/data/state', '/data/a/../b'])
      expect(readConfig(['--data-dir', '/data'], { NIGHTPOST_STATE_DIR: inside }).stateDir).toBe(
        '/data-state',
      )
    for (const outside of ['/data-2', '/', '/data/../other'])
      expect(readConfig(['--data-dir', '/data'], { NIGHTPOST_STATE_DIR: outside }).stateDir).not.toBe(
        '/data-state',
      )
  })
})
