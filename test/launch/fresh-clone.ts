// A clone in which nothing is installed: the real launcher, and beside it two npms and a vite that do what the test says.
import { spawn, type ChildProcess } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

const root = join(import.meta.dirname, '../..')

export interface FreshClone {
  readonly folder: string
  /** What the machine's npm does when it is to fetch Node 24: the body of a Node program. */
  machinesNpm(body: string): Promise<void>
  /** What the npm that came with Node 24 does when it is to install packages. */
  npm(body: string): Promise<void>
  /** What that npm was asked for so far. */
  installs(): Promise<readonly string[]>
  /** What building does; BUILT stands for a build that writes the programs. */
  vite(body: string): Promise<void>
  /** The source of a program that BUILT will write, such as `main` or `cli/key`. */
  program(name: string, source: string): Promise<void>
  launch(
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
    options?: { readonly within?: 'npm' },
  ): Launched
  remove(): Promise<void>
}

export interface Launched {
  readonly child: ChildProcess
  /** Resolves when standard output matches. */
  printed(pattern: RegExp): Promise<RegExpExecArray>
  readonly ended: Promise<{
    code: number | null
    signal: NodeJS.Signals | null
    stdout: string
    stderr: string
  }>
}

const NODE = `node-${process.platform}-${process.arch}`
/** Node 24 as a script: whatever runs on it has `FETCHED_NODE` in its environment. */
const NODE_24 = `#!/bin/sh\nFETCHED_NODE=yes exec "${process.execPath}" "$@"\n`
export const FETCHED = `
  if (asked[0] === 'pack') cpSync(import.meta.dirname + '/node.tgz', asked[1].replace('@', '-') + '.tgz')
  else {
    const npm = pathToFileURL(import.meta.dirname + '/npm-24.mjs').href
    mkdirSync('node_modules/npm/bin', { recursive: true })
    writeFileSync('node_modules/npm/bin/npm-cli.js', 'import(' + JSON.stringify(npm) + ')')
  }`
/** npm's own record of what is installed. */
export const INSTALLED = `
  const has = (name, entry) => ({ ['node_modules/' + name]: entry })
  const packages = {
    ...(asked.some((arg) => arg.startsWith('miniflare')) && has('miniflare', {})),
    ...(!asked.includes('--omit=dev') && { ...has('miniflare', { dev: true }), ...has('vitest', { dev: true }) }),
  }
  mkdirSync('node_modules', { recursive: true })
  writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }))`
export const BUILT = `cpSync('programs', 'local-server/dist', { recursive: true })`

const PREAMBLE = `#!/usr/bin/env node
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
const asked = process.argv.slice(2)`
const NOTED = `writeFileSync('npm.log', asked.slice(0, asked.indexOf('--prefer-offline')).join(' ') + '\\n', { flag: 'a' })`

/** A parent in the place of npm, which only starts the launcher. */
const AS_NPM = `require('node:child_process').spawn(process.execPath, process.argv.slice(1), { stdio: 'inherit' })`

export async function createFreshClone(): Promise<FreshClone> {
  const folder = await mkdtemp(join(tmpdir(), 'nightpost-launch-'))
  const at = (...parts: string[]) => join(folder, ...parts)
  for (const part of ['local-server/launch.mjs', 'local-server/launch', 'package-lock.json']) {
    await cp(join(root, part), at(part), { recursive: true })
  }
  const nodeProgram = async (file: string, body: string) => {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, `${PREAMBLE}\n${body}\n`)
    await chmod(file, 0o755)
  }
  const { packages } = JSON.parse(await readFile(at('package-lock.json'), 'utf8'))
  await writeFile(at('package.json'), JSON.stringify({ ...packages[''], type: 'module' }))
  const clone: FreshClone = {
    folder,
    async machinesNpm(body) {
      for (const name of ['npm', 'npm-cli.js']) await nodeProgram(at('bin', name), body)
    },
    npm: (body) => nodeProgram(at('bin/npm-24.mjs'), `${NOTED}\n${body}`),
    installs: async () => (await readFile(at('npm.log'), 'utf8')).trim().split('\n'),
    vite: (body) => nodeProgram(at('node_modules/vite/bin/vite.js'), body),
    async program(name, source) {
      await mkdir(dirname(at('programs', name)), { recursive: true })
      await writeFile(at('programs', `${name}.js`), source)
    },
    launch: (args, env = {}, { within } = {}) => {
      const command = [at('local-server/launch.mjs'), ...args]
      return launch(folder, within ? ['--eval', AS_NPM, '--', ...command] : command, env)
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
  await clone.machinesNpm(FETCHED)
  await pinNode(at('local-server/launch/node24/package-lock.json'), at('bin/node.tgz'))
  await clone.npm(INSTALLED)
  await clone.vite(BUILT)
  return clone
}

async function pinNode(lockfile: string, archive: string): Promise<void> {
  const content = packageOf({ LICENSE: 'MIT', 'bin/node': NODE_24 })
  const lock = JSON.parse(await readFile(lockfile, 'utf8'))
  lock.packages[`node_modules/${NODE}`].integrity = `sha512-${hash('sha512', content, 'base64')}`
  await writeFile(archive, content)
  await writeFile(lockfile, JSON.stringify(lock))
}

/** These files as `npm pack` downloads them. */
export function packageOf(files: Readonly<Record<string, string>>): Buffer {
  const blocks = Object.entries(files).flatMap(([name, text]) => {
    const header = Buffer.alloc(512)
    header.write(`package/${name}`, 0, 'latin1')
    header.write(text.length.toString(8).padStart(11, '0'), 124, 'latin1')
    return [header, Buffer.from(text), Buffer.alloc((512 - (text.length % 512)) % 512)]
  })
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]))
}

function launch(folder: string, args: readonly string[], env: Readonly<Record<string, string>>): Launched {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: {
      PATH: [join(folder, 'bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk))
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>
  return {
    child,
    ended: closed.then(([code, signal]) => ({ code, signal, stdout, stderr })),
    async printed(pattern) {
      for (;;) {
        const match = pattern.exec(stdout)
        if (match) return match
        if (child.exitCode !== null) throw new Error(`ended without ${pattern}:\n${stdout}${stderr}`)
        await Promise.race([once(child.stdout, 'data'), closed])
      }
    },
  }
}
