// How a start goes, read from the terminal and the exit code.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeAll, describe, expect, it } from 'vitest'
import { readRunning } from '../../../../local-server/data-folder/running.ts'
import { digestsOf, filesBelow, newFolder } from '../../../process-harness/own-folders.ts'
import { runProgram, type Ended } from '../../../process-harness/running-program.ts'
import { liveAt } from '../../../process-harness/sandbox-process.ts'
import {
  launch,
  newDataDir,
  redeem,
  runServer,
  startServer,
} from '../../../process-harness/server-process.ts'
import { freePort } from '../../../process-harness/free-port.ts'
import { share } from '../../../faults/share.ts'

const tokenIn = (text: string) => /#t=(\S+)/.exec(text)?.[1] ?? ''

/** Refused in two lines on stderr, what happened and what to do, and nothing on stdout that looks like success. */
function expectRefusal({ code, signal, stderr, stdout }: Ended, said: RegExp, exitCode = 1): void {
  expect({ code, signal }).toEqual({ code: exitCode, signal: null })
  expect(stderr.trimEnd().split('\n')).toEqual([expect.stringMatching(said), expect.stringMatching(/\S/)])
  expect(stdout).not.toMatch(/Ready|Open/)
}

async function strangerOnAPort() {
  const stranger = createServer((socket) => socket.end())
  stranger.listen(0, '127.0.0.1')
  await once(stranger, 'listening')
  const address = stranger.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { port, [Symbol.dispose]: () => void stranger.close() }
}

describe('the first start', () => {
  it('prints no link where its output is kept, but the command that prints one', async () => {
    const [dataDir, env] = [newDataDir(), { NIGHTPOST_LINK: 'off' }]
    const server = launch({ dataDir, env })
    await server.printed(/Ready in /)
    const says =
      /Open {3}http:\/\/127\.0\.0\.1:\d+ {5}\(\S.* open --print --data-dir \S+ prints a link that signs in\)/
    expect(server.stdout()).toMatch(says)
    const second = await runServer({ dataDir, env })
    expect(second).toMatchObject({ code: 0, stdout: expect.stringMatching(says) })
    expect(server.stdout() + second.stdout).not.toContain('#t=')
    const args = ['open', '--print', '--data-dir', dataDir]
    const { stdout } = await runProgram('cli/nightpost', args, { env: { HOME: dataDir } })
    expect(tokenIn(stdout)).toMatch(/^[\w-]{43}$/)
  })

  it('publishes a first post and says where everything is', async () => {
    const server = await startServer({ demo: true })
    const lines = server.stdout().split('\n')
    expect(lines.filter((line) => line.trim() !== '')).toEqual([
      expect.stringMatching(/^ {2}✔ Database ready \(new, \d+ migrations?\)$/),
      '  ✔ Sandbox ready – account demo.kitchen, no credentials needed',
      '  ✔ Publishing a first post',
      expect.stringMatching(/^ {6}✔ Image uploaded +sunrise\.jpg, 1080 × 1080, normalised to JPEG$/),
      expect.stringMatching(/^ {6}✔ Container created +\d{10,}$/),
      expect.stringMatching(/^ {6}✔ Published +http:\/\/127\.0\.0\.1:\d+\/sandbox\/p\/\S+$/),
      expect.stringMatching(
        /^ {2}Open {3}http:\/\/127\.0\.0\.1:\d+\/#t=[\w-]{43} {5}\(signs this browser in, valid once\)$/,
      ),
      `  Feed   ${server.origin}/sandbox`,
      `  API    ${server.origin}/api/docs`,
      expect.stringMatching(/^ {2}Ready in [\d.]+ s\. Press Ctrl\+C to stop\.$/),
    ])
    expect(server.stderr()).toBe('')
    const permalink = /Published +(\S+)/.exec(server.stdout())?.[1] ?? ''
    expect((await fetch(permalink)).status).toBe(200)
    await server.stop()
    const second = await server.again({ demo: true })
    expect(second.stdout()).not.toMatch(/first post/)
  })

  it('goes on when nobody reads what it prints', async () => {
    const dataDir = newDataDir()
    const program = launch({ dataDir, demo: true })
    program.closeOutput()
    await expect.poll(() => existsSync(dataDir) && readRunning(dataDir)).toBeTruthy()
    const { origin = '' } = readRunning(dataDir) ?? {}
    await expect.poll(() => liveAt(origin)).toHaveLength(1)
    program.signal('SIGTERM')
    expect(await program.ended).toMatchObject({ code: 0, stderr: '' })
  })

  it('leaves the first post out with --no-demo', async () => {
    const server = await startServer()
    expect(server.stdout()).not.toMatch(/first post/)
    expect(await (await server.api('/posts')).json()).toMatchObject({ posts: [], total: 0 })
  })

  it('still publishes the first post when the port was taken at the first try', async () => {
    const dataDir = newDataDir()
    using stranger = await strangerOnAPort()
    expectRefusal(await runServer({ dataDir, port: stranger.port }), /in use/)
    const server = await startServer({ dataDir, demo: true })
    expect(server.stdout()).toMatch(/✔ Published/)
  })
})

describe('a second start on the same folder', () => {
  it('prints a link to the running server and exits 0', async () => {
    const server = await startServer()
    const second = await runServer({ dataDir: server.dataDir })
    expect(second).toMatchObject({ code: 0, stderr: '' })
    expect(second.stdout).toContain(`Open   ${server.origin}/#t=`)
    expect((await redeem(server.origin, tokenIn(second.stdout))).status).toBe(204)
    expect((await server.request('/api/v1/health')).status).toBe(200)
  })

  it.each(
    share(
      [
        ['any port', 0],
        ['the same port', null],
      ] as const,
      2,
    ),
  )(
    'serves once when as many start at the same moment as there are processors on %s',
    async (_name, port) => {
      const dataDir = newDataDir()
      const env = { PORT: String(await freePort()) }
      const programs = Array.from({ length: Math.max(2, availableParallelism()) }, () =>
        launch({ dataDir, port, env }),
      )
      const outcomes = await Promise.all(
        programs.map((program) =>
          Promise.race([
            program.ended,
            program.printed(/Ready in /).then(
              () => null,
              () => program.ended,
            ),
          ]),
        ),
      )
      const winner = programs.filter((_, i) => outcomes[i] === null)
      expect(winner).toHaveLength(1)
      const origin = /Open {3}(\S+)\/#t=/.exec(winner[0]?.stdout() ?? '')?.[1] ?? '?'
      for (const loser of outcomes.filter((outcome) => outcome !== null)) {
        expect(loser).toMatchObject({ code: 0, stderr: '' })
        expect(loser.stdout).toContain(`Open   ${origin}/#t=`)
      }
      expect((await fetch(`${origin}/api/v1/health`)).status).toBe(200)
    },
  )

  it('takes the folder over at once after kill -9', async () => {
    const killed = await startServer()
    await killed.kill9()
    const server = await killed.again()
    expect((await server.request('/api/v1/health')).status).toBe(200)
  })
})

describe('a start that cannot go on', () => {
  it('refuses a port that another program has, takes no other, and leaves no data folder behind', async () => {
    using stranger = await strangerOnAPort()
    const { port } = stranger
    const folder = newFolder()
    const said = new RegExp(`^Port ${port} is in use`)
    expectRefusal(await runServer({ port, dataDir: join(folder, 'new', 'data') }), said)
    expectRefusal(await runServer({ port: null, env: { PORT: String(port) }, dataDir: folder }), said)
    expect(readdirSync(folder)).toEqual([])
  })

  it('refuses a data folder that cannot be one', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'file'), 'mine')
    expectRefusal(
      await runServer({ dataDir: join(folder, 'file') }),
      /^A file is in the place of the data folder/,
    )
    expectRefusal(
      await runServer({ dataDir: join(folder, 'file', 'below') }),
      /^A file is in the place of the data folder .*, or of a folder above it/,
    )
    expect(filesBelow(folder)).toEqual(['file'])
  })

  it.each(['uploads', 'staging', 'logs'])(
    'names a folder that it cannot make in the data folder: %s',
    async (name) => {
      const dataDir = newDataDir()
      mkdirSync(dataDir)
      const path = join(dataDir, name)
      symlinkSync(join(dataDir, 'away'), path)
      expectRefusal(
        await runServer({ dataDir }),
        new RegExp(`folder ${path} is a link to a folder that is not there`),
      )
      rmSync(path)
      writeFileSync(path, '')
      expectRefusal(await runServer({ dataDir }), new RegExp(`folder named ${path}, but there is a file`))
      rmSync(path)
      await startServer({ dataDir })
    },
  )

  it('refuses a folder whose lock is no lock', async () => {
    const dataDir = newDataDir()
    mkdirSync(join(dataDir, 'lock.db'), { recursive: true })
    expectRefusal(await runServer({ dataDir }), /./)
  })

  it('refuses an unknown flag and a stray word', async () => {
    expectRefusal(await runServer({ args: ['--prot', '1'] }), /unknown option '--prot'/, 2)
    expectRefusal(await runServer({ args: ['stray'] }), /./, 2)
    expectRefusal(await runProgram('main', ['--port']), /--port/, 2)
  })

  it('only lists the flags with --help', async () => {
    const { code, stdout, stderr } = await runServer({ args: ['--help'] })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    for (const flag of ['--port', '--data-dir', '--no-open', '--no-demo', '--no-sandbox']) {
      expect(stdout).toContain(flag)
    }
  })

  it('refuses secrets that cannot be read', async () => {
    const dataDir = newDataDir()
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, 'secrets.json'), '{')
    expectRefusal(await runServer({ dataDir }), /secrets file .* cannot be read/)
  })
})

describe('a database', () => {
  let sound: string
  beforeAll(async () => {
    const server = await startServer()
    await server.stop()
    sound = server.dataDir
  })

  function copyOf(folder: string): string {
    const copy = newDataDir()
    cpSync(folder, copy, { recursive: true })
    return copy
  }

  const FILES = ['avatars', 'media'].map((folder) => join(folder, '0a0a0a0a-0a0a-4a0a-8a0a-0a0a0a0a0a0a.jpg'))

  function addFiles(dataDir: string): void {
    for (const path of FILES.map((file) => join(dataDir, 'uploads', file))) {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, 'a picture')
    }
  }

  it('of a newer version is refused and left as it is', async () => {
    const dataDir = copyOf(sound)
    const newer = new Database(join(dataDir, 'nightpost.db'))
    newer.pragma('user_version = 9999')
    newer.close()
    const before = digestsOf(dataDir)
    expectRefusal(await runServer({ dataDir }), /newer version of Nightpost/)
    expect(digestsOf(dataDir)).toEqual(before)
  })

  it('of a newer version that was killed is refused and left as it is', async () => {
    const running = copyOf(sound)
    const newer = new Database(join(running, 'nightpost.db'))
    newer.pragma('wal_autocheckpoint = 0')
    newer.exec('CREATE TABLE of_the_future (id TEXT)')
    newer.pragma('user_version = 9999')
    const dataDir = copyOf(running)
    newer.close()
    // The index of the log holds nothing that is not in the log.
    const lasting = () => ({ ...digestsOf(dataDir), 'nightpost.db-shm': null })
    const before = lasting()
    expect(Object.keys(before)).toContain('nightpost.db-wal')
    expectRefusal(await runServer({ dataDir }), /newer version of Nightpost/)
    expect(lasting()).toEqual(before)
  })

  // Whatever else takes it away: test/local-server/data-folder/data-folder.test.ts.
  it('that is missing is no new one, and everything else stays as it is', async () => {
    const dataDir = copyOf(sound)
    addFiles(dataDir)
    rmSync(join(dataDir, 'nightpost.db'))
    const before = digestsOf(dataDir)
    const { stderr, ...ended } = await runServer({ dataDir })
    expectRefusal({ stderr, ...ended }, /database .*nightpost\.db is missing/)
    expect(stderr).toMatch(/Put it back, or restore a backup .* another folder/)
    expect(digestsOf(dataDir)).toEqual(before)
  })

  it('that is as good as new takes no file away', async () => {
    const dataDir = copyOf(sound)
    addFiles(dataDir)
    rmSync(join(dataDir, 'nightpost.db'))
    const other = new Database(join(dataDir, 'nightpost.db'))
    other.pragma('journal_mode = WAL')
    other.close()
    const server = await startServer({ dataDir })
    await server.stop()
    expect(filesBelow(join(dataDir, 'uploads'))).toEqual(expect.arrayContaining(FILES))
  })

  it('that a first start was about to make when it was killed is made by the next', async () => {
    const dataDir = newDataDir()
    mkdirSync(dataDir)
    for (const name of ['lock.db', 'nightpost.db']) writeFileSync(join(dataDir, name), '')
    const server = await startServer({ dataDir })
    expect(server.stdout()).toMatch(/Database ready \(new/)
  })

  it('whose secrets are gone gets new ones, and the start says once what that means', async () => {
    const dataDir = copyOf(sound)
    rmSync(join(dataDir, 'secrets.json'))
    const server = await startServer({ dataDir })
    expect(server.stdout()).toMatch(/Keys .*secrets\.json was missing, .* or reconnect your accounts\./)
    await server.stop()
    expect((await server.again()).stdout()).not.toContain('secrets.json')
  })

  // Whatever else damages it: test/local-server/sqlite/open-database.test.ts.
  it('that was cut in half is refused, again and again, and left as it is', async () => {
    const dataDir = copyOf(sound)
    truncateSync(join(dataDir, 'nightpost.db'), 10 * 4096)
    const before = digestsOf(dataDir)
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expectRefusal(await runServer({ dataDir }), /database .*(damaged|cannot be opened)/)
      expect(digestsOf(dataDir)).toEqual(before)
    }
  })
})
