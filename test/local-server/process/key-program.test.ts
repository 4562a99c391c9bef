// `npm run key`: what scripts read must be the key and nothing else.
import { beforeAll, describe, expect, it } from 'vitest'
import { isKeyShaped } from '../../../core/features/api-keys/keys.ts'
import { openReadOnly } from '../../process-harness/database.ts'
import { EXIT_CODES, type ExitCode } from '../../../local-server/terminal/exit-codes.ts'
import { newFolder } from '../../process-harness/own-folders.ts'
import { runProgram, type Ended } from '../../process-harness/running-program.ts'
import { startServer, type ServerProcess } from '../../process-harness/server-process.ts'

let server: ServerProcess
beforeAll(async () => {
  server = await startServer()
})

const key = (...args: string[]) => runProgram('cli/key', args, { env: { HOME: newFolder() } })

function expectRefusal({ code, stdout, stderr }: Ended, exitCode: ExitCode, said: RegExp): void {
  expect({ code, stdout }).toEqual({ code: exitCode, stdout: '' })
  expect(stderr.trimEnd().split('\n')).toEqual([expect.stringMatching(said), expect.stringMatching(/\S/)])
}

describe('the key program', () => {
  it('prints one line with a key that works', async () => {
    const { code, stdout, stderr } = await key('my script', '--data-dir', server.dataDir)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^app_live_[0-9A-Za-z]{43}\n$/)
    expect(isKeyShaped(stdout.trim())).toBe(true)
    const answer = await server.api('/posts', { key: stdout.trim() })
    expect(answer.status).toBe(200)
    const { keys } = (await (await server.api('/settings/api-keys')).json()) as { keys: { name: string }[] }
    expect(keys.map(({ name }) => name)).toEqual(['my script'])
  })

  it('finds the folder by NIGHTPOST_DATA_DIR', async () => {
    const { code, stdout } = await runProgram('cli/key', ['other'], {
      env: { HOME: newFolder(), NIGHTPOST_DATA_DIR: server.dataDir },
    })
    expect(code).toBe(0)
    expect(isKeyShaped(stdout.trim())).toBe(true)
  })

  it('leaves no session behind: only so many are kept, and the browser has one of them', async () => {
    const sessions = () => {
      using database = openReadOnly(server.dataDir)
      return database.rows('SELECT id FROM sessions ORDER BY id')
    }
    const before = sessions()
    expect(await key('tidy', '--data-dir', server.dataDir)).toMatchObject({ code: 0 })
    expect(await key('n'.repeat(65), '--data-dir', server.dataDir)).toMatchObject({
      code: EXIT_CODES.refused,
    })
    expect(sessions()).toEqual(before)
  })

  it('says in two lines that no server runs there', async () => {
    expectRefusal(
      await key('lost', '--data-dir', newFolder()),
      EXIT_CODES.noServer,
      /No running Nightpost was found/,
    )
    const gone = await startServer()
    await gone.kill9()
    expectRefusal(
      await key('lost', '--data-dir', gone.dataDir),
      EXIT_CODES.noServer,
      /No running Nightpost was found/,
    )
  })

  it('says what is wrong with a name or a flag', async () => {
    const { refused, usage } = EXIT_CODES
    expectRefusal(await key('n'.repeat(65), '--data-dir', server.dataDir), refused, /name/)
    expectRefusal(await key('', '--data-dir', server.dataDir), refused, /name/)
    expectRefusal(await key('--data-dir', server.dataDir), usage, /name/)
    expectRefusal(await key('a', 'b', '--data-dir', server.dataDir), usage, /./)
    expectRefusal(await key('a', '--wrong'), usage, /--wrong/)
  })
})
