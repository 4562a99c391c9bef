// `nightpost`, the one command line: what each command prints, and its exit code.
import { appendFileSync, chmodSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { newFolder } from '../../process-harness/own-folders.ts'
import { runProgram, startProgram } from '../../process-harness/running-program.ts'
import { newDataDir, startServer, type ServerProcess } from '../../process-harness/server-process.ts'
import { typeCommand } from '../../process-harness/typed-command.ts'

let server: ServerProcess
beforeAll(async () => {
  server = await startServer()
})

const nightpost = (...args: string[]) => runProgram('cli/nightpost', args, { env: { HOME: newFolder() } })
const here = (...args: string[]) => typeCommand(...args, '--data-dir', server.dataDir)

describe('nightpost', () => {
  it('lists its commands, and refuses others with what to do', async () => {
    const { stdout } = await nightpost('--help')
    const listed = [...stdout.matchAll(/^ {2}([a-z]+)/gm)].map(([, name]) => name)
    expect(listed).toEqual(
      expect.arrayContaining(['start', 'stop', 'status', 'open', 'key', 'logs', 'doctor']),
    )
    const { code, stderr } = await nightpost('fly')
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('nightpost --help') })
  })

  it('says of a missing word, a wrong flag or a wrong value what the command takes, with exit code 2', async () => {
    const usage =
      'Usage: nightpost schedule cancel [options] <ids...>\nnightpost schedule cancel --help says more.\n'
    expect(await here('schedule', 'cancel')).toEqual({
      code: 2,
      stdout: '',
      stderr: `missing required argument 'ids'.\n${usage}`,
    })
    expect(await here('schedule', 'cancel', '--colour')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/unknown option '--colour'\.\nUsage: nightpost schedule cancel/),
    })
    expect(await here('posts', 'list', '--limit', 'all')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/Give a whole number from 1 to 100\./),
    })
    const { code, stdout } = await here('posts', 'list', '--status', 'lost', '--json')
    expect(code).toBe(2)
    expect(JSON.parse(stdout)).toEqual({
      error: expect.stringMatching(/'lost' is invalid\. It is one of draft,/),
      whatToDo: expect.stringContaining('Usage: nightpost posts list'),
      code: 'USAGE',
    })
  })

  it('shows the help of a group of commands, and of each command with exit code 0', async () => {
    const { code, stderr } = await nightpost('posts')
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/publish posts[^]*missing/) })
    const broken = { HOME: newFolder(), NIGHTPOST_DATA_DIR: '~/no', PORT: 'none' }
    for (const words of [['posts', 'edit'], ['start'], ['doctor'], ['key']])
      expect(await runProgram('cli/nightpost', [...words, '--help'], { env: broken })).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('Usage: '),
        stderr: '',
      })
  })

  it.each([['doctor'], ['status'], ['open', '--print'], ['key', 'robot']])(
    '%s ends quietly when nobody reads on',
    async (...args) => {
      const program = startProgram('cli/nightpost', [...args, '--data-dir', server.dataDir], {
        env: { HOME: newFolder() },
      })
      program.closeOutput()
      expect(await program.ended).toMatchObject({ signal: null, stderr: '' })
    },
  )

  it.each(['status', 'backup', 'key', 'worker', 'sandbox'])(
    'refuses an empty --data-dir, as a shell makes it of a variable that is not set: %s',
    async (command) => {
      const words = ['backup', 'key'].includes(command) ? ['a-name'] : []
      const { code, stderr } = await nightpost(command, ...words, '--data-dir', '')
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringContaining(
          'Give the path of a folder that does not begin with ~, or leave the flag out.',
        ),
      })
    },
  )

  it('start takes the flags of the server, and says where one runs already', async () => {
    const { code, stdout } = await nightpost('start', '--port', '0', '--data-dir', server.dataDir)
    expect(code).toBe(0)
    expect(stdout).toContain(`${server.origin}/#t=`)
    expect(await nightpost('start', '--wrong')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/--wrong/),
    })
  })

  it('key prints a key and nothing else', async () => {
    const { stdout } = await nightpost('key', 'robot', '--data-dir', server.dataDir)
    expect((await server.api('/posts', { key: stdout.trim() })).status).toBe(200)
  })

  it('status says where it runs, for people and for programs', async () => {
    expect(await here('status')).toMatchObject({ code: 0, stdout: expect.stringContaining(server.origin) })
    const { stdout } = await here('status', '--json')
    expect(JSON.parse(stdout)).toMatchObject({
      running: true,
      origin: server.origin,
      pid: server.pid,
      scheduled: 0,
      next: null,
    })
  })

  it('open prints a link that signs in once', async () => {
    const { stdout } = await here('open', '--print')
    const [, origin, t] = /^(\S+)\/#t=(\S+)\n$/.exec(stdout) ?? []
    const signIn = () =>
      server.request('/api/auth/session', {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: String(origin) },
        body: JSON.stringify({ t }),
      })
    expect([(await signIn()).status, (await signIn()).status]).toEqual([204, 401])
  })

  it('logs shows the newest lines, and follows', async () => {
    const log = join(server.dataDir, 'logs/nightpost.log')
    appendFileSync(log, '{"n":1}\n{"n":2}\n')
    expect((await here('logs', '-n', '1')).stdout).toBe('{"n":2}\n')
    const following = startProgram('cli/nightpost', ['logs', '-f', '-n', '0', '--data-dir', server.dataDir])
    await expect
      .poll(() => {
        appendFileSync(log, '{"n":3}\n')
        return following.stdout()
      })
      .toContain('{"n":3}\n')
    following.signal('SIGKILL')
  })
})

describe('nightpost doctor', () => {
  it('finds nothing broken on a server that runs', async () => {
    const { code, stdout } = await here('doctor')
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.not.stringContaining('✖') })
    for (const what of [
      'Version',
      'Data folder',
      'Disk',
      'Clock',
      'Time zone',
      'Sleep',
      'Service',
      'Backup',
      'Server',
      'Accounts',
      'Bucket',
      'Worker',
    ])
      expect(stdout).toContain(` ${what} `)
  })

  it('names what is broken and what helps: a folder that others can read', async () => {
    chmodSync(server.dataDir, 0o755)
    const { code, stdout } = await here('doctor')
    chmodSync(server.dataDir, 0o700)
    expect(code).toBe(1)
    expect(stdout).toMatch(/✖ Data folder .*can be read by others\n +→ Restart Nightpost/)
  })

  it('names what is broken and what helps: nothing runs, and another program has the port', async () => {
    const { code, stdout } = await runProgram(
      'cli/nightpost',
      ['doctor', '--json', '--data-dir', newDataDir()],
      {
        env: { HOME: newFolder(), PORT: String(server.port) },
      },
    )
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ what: 'Server', state: 'broken', helps: expect.any(String) }),
        expect.objectContaining({
          what: 'Port',
          state: 'broken',
          says: expect.stringContaining(String(server.port)),
        }),
      ]),
    )
  })
})

describe('nightpost stop', () => {
  it('stops the server and nothing else, and is content when none runs', async () => {
    const other = await startServer()
    const stop = () => typeCommand('stop', '--data-dir', other.dataDir)
    expect(await stop()).toMatchObject({ code: 0, stdout: 'Stopped.\n' })
    expect(await other.ended).toMatchObject({ code: 0 })
    expect(await stop()).toMatchObject({ code: 0, stdout: expect.stringMatching(/not running/) })
    expect(await typeCommand('status', '--data-dir', other.dataDir)).toMatchObject({ code: 4 })
    expect(await typeCommand('posts', 'list', '--data-dir', other.dataDir)).toMatchObject({ code: 4 })
    expect((await server.api('/health')).status).toBe(200)
  })
})
