// The launcher as a process, in a clone where nothing is installed. Both npms, Node 24 and vite are fakes; the rest is real.
import { existsSync, readdirSync } from 'node:fs'
import { access, mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { share } from '../faults/share.ts'
import { BUILT, createFreshClone, FETCHED, INSTALLED, type FreshClone } from './fresh-clone.ts'

let clone: FreshClone
beforeEach(async () => {
  clone = await createFreshClone()
  await clone.program('main', `console.log('running', process.argv.slice(2).join(' '))`)
  await clone.program('cli/key', `console.log('app_live_x')`)
})
afterEach(() => clone.remove())

const inSeconds = (text: string) => text.replaceAll(/\d+\.\d s/g, '0.0 s')
const failing = (text: string) => `console.error(${JSON.stringify(text)})\nprocess.exitCode = 1`

describe('a first start', () => {
  it('fetches Node 24, installs, builds and runs, and says so in plain lines when piped', async () => {
    const { code, stdout, stderr } = await clone.launch(['start', '--port', '0']).ended

    expect(inSeconds(stdout).split('\n')).toEqual([
      '',
      'Nightpost – your posts, once and on time',
      '',
      '  … Fetching Node.js 24 (120 MB, once)',
      '  ✔ Node.js 24 fetched (0.0 s)',
      '  … Installing packages (200 MB, first start only)',
      '  ✔ Packages installed (0.0 s)',
      '  … Building the page, server and Worker',
      '  ✔ Page, server and Worker built (0.0 s)',
      'running --port 0',
      '',
    ])
    expect(stderr).toBe('')
    expect(code).toBe(0)
  })

  it('speaks at once, before anything is there', async () => {
    await clone.machinesNpm(`await new Promise((resolve) => setTimeout(resolve, 600_000))`)
    const launched = clone.launch(['start'])
    await launched.printed(/Nightpost – your posts, once and on time/)

    launched.child.kill('SIGTERM')
    expect(await launched.ended).toMatchObject({ code: null, signal: 'SIGTERM', stderr: '' })
  })

  it('of a command whose output belongs to scripts keeps the launcher’s own words off standard output', async () => {
    const { code, stdout, stderr } = await clone.launch(['key', 'robot']).ended

    expect(stdout).toBe('app_live_x\n')
    expect(inSeconds(stderr).match(/✔.*/g)).toEqual([
      '✔ Node.js 24 fetched (0.0 s)',
      '✔ Packages installed (0.0 s)',
      '✔ Server bundled (0.0 s)',
    ])
    expect(code).toBe(0)
  })
})

describe('a first start in a folder that cannot be written', () => {
  const beforeIt = () =>
    readdirSync(clone.folder, { recursive: true, encoding: 'utf8' }).toSorted((one, other) =>
      one.localeCompare(other),
    )
  const [FULL, FORBIDDEN, READ_ONLY] = ['ENOSPC', 'EACCES', 'EROFS'] as const

  /** Makes the launcher's own calls fail as the system does. */
  async function failing(call: string, file: string, code: string): Promise<Record<string, string>> {
    const hook = join(clone.folder, 'failing.cjs')
    await writeFile(
      hook,
      `const fs = require('node:fs')
      const real = fs.${call}
      fs.${call} = (...args) => {
        if (!String(args[0]).includes(${JSON.stringify(file)})) return real(...args)
        throw Object.assign(new Error('${code}: no, ${call}'), { code: '${code}', syscall: '${call}', path: args[0] })
      }
      require('node:module').syncBuiltinESMExports()`,
    )
    return { NODE_OPTIONS: `--require ${hook}` }
  }

  it.each<[string, [call: string, file: string, code: string], RegExp]>([
    ['the folder for what is fetched', ['mkdirSync', '.cache', FORBIDDEN], /may not be written by you/],
    [
      'the folder for what is fetched on a read-only disk',
      ['mkdirSync', '.cache', READ_ONLY],
      /can only be read/,
    ],
    ['the note of who is at work', ['openSync', 'preparing.pid', FULL], /disk is full/],
    ['the folder of Node 24', ['mkdirSync', 'node24.', FULL], /disk is full/],
    ['a file of Node 24', ['copyFileSync', 'package.json', FULL], /disk is full/],
    ['what is ready', ['renameSync', 'node24.', 'EDQUOT'], /quota/],
  ])(
    'says in one sentence what helps, and leaves nothing behind: %s',
    async (_name, [call, file, code], says) => {
      const env = await failing(call, file, code)
      const before = beforeIt()
      const { stderr, ...ended } = await clone.launch(['start'], env).ended
      expect(ended.code).toBe(1)
      expect(stderr.trimEnd().split('\n')).toEqual([
        expect.stringMatching(says),
        expect.stringMatching(/run the same command again\.$/),
      ])
      expect(beforeIt().filter((name) => name !== '.cache')).toEqual(before)
    },
  )

  it.each([
    [
      'npm',
      () => clone.npm(`console.error('npm error code EROFS')\nprocess.exitCode = 1`),
      /can only be read/,
    ],
    [
      'the machine’s npm',
      () => clone.machinesNpm(`console.error('npm error code ENOSPC')\nprocess.exitCode = 1`),
      /disk is full/,
    ],
    [
      'vite',
      () => clone.vite(`console.error('EACCES: permission denied, mkdir')\nprocess.exitCode = 1`),
      /by you/,
    ],
  ])('says the same when %s reports it', async (_name, arrange, says) => {
    await arrange()
    const { code, stderr } = await clone.launch(['start']).ended
    expect(code).toBe(1)
    expect(stderr.trimEnd().split('\n')).toEqual([expect.stringMatching(says), expect.stringMatching(/\.$/)])
    expect(readdirSync(join(clone.folder, '.cache')).filter((name) => name.startsWith('node24.'))).toEqual([])
  })
})

it('a first start does not blame its own folder for the cache of npm, which says what helps', async () => {
  const said =
    'npm error code EACCES\nnpm error path /home/anna/.npm/_cacache/tmp\nnpm error chown your cache'
  await clone.npm(failing(said))
  const { code, stderr } = await clone.launch(['start']).ended
  expect(code).toBe(1)
  expect(stderr).toMatch(/could not be installed: npm failed[^]*chown your cache/)
  expect(stderr).not.toContain('may not be written')
})

it('a first start names its folder when npm may not write there', async () => {
  await clone.npm(failing(`npm error code EACCES\nnpm error path ${clone.folder}/node_modules`))
  expect((await clone.launch(['start']).ended).stderr).toContain(`${clone.folder}/ may not be written by you`)
})

it('a first start goes on where one with its process id was killed amid the download, as in a container', async () => {
  const left = `import { mkdirSync } from 'node:fs'
    if (process.argv.includes('start')) mkdirSync('.cache/node24.' + process.pid + '/node_modules', { recursive: true })`
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(left)}` }
  expect(await clone.launch(['start'], env).ended).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('running'),
    stderr: '',
  })
})

describe('several first starts at once', () => {
  const SLOWLY = `await new Promise((resolve) => setTimeout(resolve, 300))`
  const note = (file: string) => `writeFileSync('${file}', 'x', { flag: 'a' })`

  it('install and build once, and all of them run', async () => {
    await clone.machinesNpm(`${SLOWLY}\n${FETCHED}`)
    await clone.npm(`${SLOWLY}\n${INSTALLED}`)
    await clone.vite(`${note('builds')}\n${SLOWLY}\n${BUILT}`)

    const endings = await Promise.all([1, 2, 3].map((port) => clone.launch(['start', `${port}`]).ended))

    expect(endings.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
      endings.map(() => ({ code: 0, stderr: '' })),
    )
    for (const [index, { stdout }] of endings.entries()) expect(stdout).toContain(`running ${index + 1}\n`)
    const said = endings.map(({ stdout }) => stdout).join('')
    expect(said.match(/✔ Node.js 24 fetched/g)).toHaveLength(1)
    expect(said.match(/✔ Another start has finished/g)?.length).toBeGreaterThanOrEqual(2)
    expect(await clone.installs()).toEqual(['ci --omit=dev'])
    expect(await readFile(join(clone.folder, 'builds'), 'utf8')).toBe('xxx')
  })

  const inClone = (name: string) => join(clone.folder, name)
  const until = (file: string) =>
    `while (!existsSync('${file}')) await new Promise((resolve) => setTimeout(resolve, 20))`
  const lockOf = async (pid: number) => {
    await mkdir(inClone('.cache'))
    await writeFile(inClone('.cache/preparing.pid'), String(pid))
  }

  it('wait for one that is at work, however long it takes', async () => {
    await lockOf(process.pid)
    await utimes(inClone('.cache/preparing.pid'), 0, 0)
    const waiting = clone.launch(['start'])
    await waiting.printed(/… Waiting for another start to finish/)

    await rm(inClone('.cache/preparing.pid'))
    expect(await waiting.ended).toMatchObject({ code: 0, stderr: '' })
  })

  it('can see that the one before them is still at work', async () => {
    await clone.machinesNpm(`${until(inClone('go'))}\n${FETCHED}`)
    const working = clone.launch(['start'])
    await working.printed(/… Fetching Node/)
    const lock = inClone('.cache/preparing.pid')
    await utimes(lock, 0, 0)
    await expect.poll(async () => (await stat(lock)).mtimeMs).toBeGreaterThan(0)

    await writeFile(inClone('go'), '')
    expect(await working.ended).toMatchObject({ code: 0, stderr: '' })
  })

  it('take over from one that was killed one after the other, also when both have seen it', async () => {
    await lockOf(2 ** 30)
    // Stops before it removes what the killed one left behind.
    await writeFile(
      inClone('stopping.cjs'),
      `const fs = require('node:fs')
      const { rmSync } = fs
      fs.rmSync = (path, options) => {
        if (path.endsWith('preparing.pid') && !fs.existsSync('stopped')) {
          fs.writeFileSync('stopped', '')
          while (!fs.existsSync('go')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
        }
        return rmSync(path, options)
      }
      require('node:module').syncBuiltinESMExports()`,
    )
    await clone.machinesNpm(`${SLOWLY}\n${FETCHED}`)
    const env = { NODE_OPTIONS: `--require ${inClone('stopping.cjs')}` }
    const first = clone.launch(['start'], env)
    await expect.poll(() => existsSync(inClone('stopped'))).toBe(true)
    const second = clone.launch(['start'])
    await second.printed(/… (Waiting|Fetching)/)
    await writeFile(inClone('go'), '')

    const endings = await Promise.all([first.ended, second.ended])
    for (const ended of endings) expect(ended).toMatchObject({ code: 0, stderr: '' })
    const said = endings.map(({ stdout }) => stdout).join('')
    expect(said.match(/✔ Node.js 24 fetched/g)).toHaveLength(1)
    expect(await clone.installs()).toEqual(['ci --omit=dev'])
  })
})

describe('a second start', () => {
  beforeEach(async () => {
    await clone.launch(['start']).ended
    await clone.npm(failing('must not run'))
    await clone.vite(`throw new Error('must not run')`)
  })

  it('neither installs nor builds', async () => {
    const { code, stdout } = await clone.launch(['start']).ended

    expect(stdout).toBe('\nNightpost – your posts, once and on time\n\nrunning \n')
    expect(code).toBe(0)
  })

  it('builds the server again when one of its files has changed', async () => {
    await clone.vite(BUILT)
    await writeFile(join(clone.folder, 'local-server/new.ts'), '')

    expect(inSeconds((await clone.launch(['start']).ended).stdout)).toContain(
      '✔ Server bundled (0.0 s)\nrunning',
    )
    expect((await clone.launch(['start']).ended).stdout).not.toContain('✔')
  })
})

describe('a start after an update, while a program runs from the same folder', () => {
  it('leaves the files to it that it may still read, and the first start without it removes them', async () => {
    const EMPTIES = `if (!asked.includes('--no-emptyOutDir')) rmSync('local-server/dist', { recursive: true, force: true })`
    const part = join(clone.folder, 'local-server/dist/late.js')
    const TOLD = '  ! What runs from this folder already stays in its version until you restart it.\n'
    await clone.vite(`${EMPTIES}\n${BUILT}`)
    await clone.program('cli/sandbox', `setInterval(() => {}, 1000)\nconsole.log('runs')`)
    const sandbox = clone.launch(['sandbox'])
    await sandbox.printed(/runs/)
    await writeFile(part, '')
    await writeFile(join(clone.folder, 'local-server/new.ts'), '')

    expect((await clone.launch(['key']).ended).stderr).toContain(TOLD)
    expect(existsSync(part)).toBe(true)
    expect((await clone.launch(['key']).ended).stderr).toBe('')

    sandbox.child.kill('SIGKILL')
    await sandbox.ended
    const { stderr } = await clone.launch(['key']).ended
    expect(inSeconds(stderr)).toBe('  … Building the server\n  ✔ Server bundled (0.0 s)\n')
    expect(existsSync(part)).toBe(false)
  })
})

describe('what can go wrong is two lines: what happened, and what to do', () => {
  const NO_NETWORK = [
    [
      'ENOTFOUND',
      'npm error code ENOTFOUND\nnpm error network request to https://registry.example/zod failed',
    ],
    ['ECONNREFUSED', 'npm error code ECONNREFUSED'],
    ['EAI_AGAIN', 'npm error code EAI_AGAIN'],
    ['ETIMEDOUT', 'npm error code ETIMEDOUT'],
    ['E407', 'npm error code E407\nnpm error 407 Proxy Authentication Required'],
  ] as const
  it.each(share(NO_NETWORK, 4))('without network: %s', async (code, said) => {
    const stderr =
      `Packages must be downloaded once, but the package registry cannot be reached (${code}).\n` +
      'Connect this computer to the internet, or set npm’s proxy (npm config set proxy …), and run the same command again.\n'
    await clone.machinesNpm(failing(said))
    expect(await clone.launch(['start']).ended).toMatchObject({ code: 1, stderr })
    await clone.machinesNpm(FETCHED)
    await clone.npm(failing(said))
    expect(await clone.launch(['start']).ended).toMatchObject({ code: 1, stderr })
  })

  it('when the registry’s Node 24 is not the one that is pinned', async () => {
    await clone.machinesNpm(
      `${FETCHED}\nif (asked[0] === 'pack') writeFileSync(asked[1].replace('@', '-') + '.tgz', 'x')`,
    )
    const { code, stderr } = await clone.launch(['start']).ended

    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^The package node-\S+ 24\S+ of the registry is not the one that the lockfile names\.\nRun /,
    )
  })

  it('when npm fails in another way, what npm said follows', async () => {
    await clone.npm(
      failing('npm error code EUSAGE\nnpm error Invalid: lock file’s hono@1 does not satisfy hono@2'),
    )
    const ended = await clone.launch(['start']).ended

    expect(ended).toMatchObject({ code: 1 })
    expect(ended.stderr).toBe(
      'The packages could not be installed: npm failed.\n' +
        'npm’s output is below. Fix the cause, then run the same command again.\n\n' +
        'npm error code EUSAGE\nnpm error Invalid: lock file’s hono@1 does not satisfy hono@2\n',
    )
  })

  it('when there is no npm', async () => {
    await rm(join(clone.folder, 'bin'), { recursive: true })
    const ended = await clone.launch(['start'], { PATH: join(clone.folder, 'bin') }).ended

    expect(ended.code).toBe(1)
    expect(ended.stderr).toBe(
      'npm could not be started (ENOENT).\nInstall Node.js with npm from https://nodejs.org, then run the same command again.\n',
    )
  })

  it('when the build fails, and the next start tries again', async () => {
    await clone.vite(
      `console.error('\\u001B[31mUnexpected token\\u001B[0m in core/time.ts')\nprocess.exitCode = 1`,
    )
    const ended = await clone.launch(['start']).ended

    expect(ended.code).toBe(1)
    expect(ended.stderr).toMatch(
      /^The (page|server|Worker) could not be built from (local-server(\/ui)?|cloud-worker)\/\.\nThe cause is below\./,
    )
    expect(ended.stderr).toContain('\nUnexpected token in core/time.ts\n')

    await clone.vite(BUILT)
    expect((await clone.launch(['start']).ended).code).toBe(0)
  })

  it('when the command does not exist, and nothing is installed for it', async () => {
    const ended = await clone.launch(['sart']).ended

    expect(ended).toMatchObject({ code: 1, stdout: '' })
    expect(ended.stderr).toMatch(/^There is no command "sart"\.\nUse one of: start, .*\.\n$/)
    await expect(access(join(clone.folder, 'node_modules/.package-lock.json'))).rejects.toThrow('ENOENT')
  })
})
