// A clone in which nothing is installed: the real launcher, and beside it an npm and a vite that do what the test says.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../..')

export interface FreshClone {
  readonly folder: string
  /** What the fake npm does when it is asked to install: the body of a Node program. */
  npm(body: string): Promise<void>
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

export const INSTALLED = `writeFileSync('node_modules/.package-lock.json', '{}')`
export const BUILT = `cpSync('programs', 'local-server/dist', { recursive: true })`

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
    await writeFile(
      file,
      `#!/usr/bin/env node\nimport { cpSync, mkdirSync, writeFileSync } from 'node:fs'\n${body}\n`,
    )
    await chmod(file, 0o755)
  }
  await writeFile(at('package.json'), '{ "type": "module" }')
  const clone: FreshClone = {
    folder,
    npm: (body) => nodeProgram(at('bin/npm'), `mkdirSync('node_modules', { recursive: true })\n${body}`),
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
  await clone.npm(INSTALLED)
  await clone.vite(BUILT)
  return clone
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
