// Programs that tests start, each in a process of its own. What a test has started ends with it, what a file's `beforeAll` has
// started with the file: killed by its id. Should this process be killed outright, a closing channel tells them to stop.
import { spawn, type ChildProcess } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { onTestFinished } from 'vitest'
import { PATIENCE } from '../patience.ts'

/** True also for a process that has ended and that its parent has not reaped yet. */
export function processExists(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunningProgram {
  readonly pid: number
  /** Started before the tests of its file, and ended after them. */
  readonly withFile: boolean
  /** What was printed so far. */
  stdout(): string
  stderr(): string
  /** Resolves at its end, however it ends. */
  readonly ended: Promise<Ended>
  /** Waits for a text on stdout. Rejects when the program ends first. */
  printed(pattern: RegExp): Promise<RegExpExecArray>
  signal(name: NodeJS.Signals): void
  /** Reads no more of what it prints, as `| head -1` does. */
  closeOutput(): void
}

export interface ProgramOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly nodeArgs?: readonly string[]
  readonly cwd?: string
  /** Default: as long as the test that starts it. What takes the place of another lives as long as that one would have. */
  readonly withFile?: boolean
}

const ROOT = join(import.meta.dirname, '../..')
const DIST = join(ROOT, 'local-server/dist')
/** What the launcher loads into every program, too. */
const IN_PROGRAM = pathToFileURL(join(ROOT, 'local-server/launch/in-program.mjs')).href

/** A server, the sandbox it publishes to, the Worker beside it, and the server that the file began with. */
const MOST_AT_ONCE = Math.max(4, availableParallelism())

const running = new Set<ChildProcess>()
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')))

export async function endPrograms(): Promise<void> {
  await Promise.all([...running].map(killed))
}

function killed(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (!running.has(child)) return resolve()
    child.once('close', () => resolve())
    child.kill('SIGKILL')
  })
}

/** Whether a test runs, which the child then ends with. */
function endsWithTest(child: ChildProcess): boolean {
  try {
    onTestFinished(() => killed(child))
    return true
  } catch {
    return false
  }
}

/** Starts a built program of ours, such as `main` or `cli/key`. Nothing of this process's environment reaches it. */
export function startProgram(
  name: string,
  args: readonly string[],
  { nodeArgs = [], ...options }: ProgramOptions = {},
): RunningProgram {
  const program = [`--import=${IN_PROGRAM}`, ...nodeArgs, join(DIST, `${name}.js`), ...args]
  return startNode(['--disable-warning=ExperimentalWarning', ...program], options)
}

/** Any program for Node. Nothing of this process's environment reaches it. */
export function startNode(
  args: readonly string[],
  { env = {}, cwd = ROOT, withFile = false }: Omit<ProgramOptions, 'nodeArgs'> = {},
): RunningProgram {
  if (running.size >= MOST_AT_ONCE) throw new Error(`${running.size} programs run already: stop one first`)
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  running.add(child)
  const text = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (chunk: string) => (text[name] += chunk))
  }
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code, signal) => {
      running.delete(child)
      resolve({ code, signal, ...text })
    })
  })
  return {
    pid: child.pid ?? 0,
    withFile: withFile || !endsWithTest(child),
    stdout: () => text.stdout,
    stderr: () => text.stderr,
    ended,
    printed: (pattern) => printed(child, { text, ended }, pattern),
    signal: (name) => void child.kill(name),
    closeOutput: () => void child.stdout?.destroy(),
  }
}

/** Runs a program to its end. */
export function runProgram(
  name: string,
  args: readonly string[],
  options: ProgramOptions = {},
): Promise<Ended> {
  return startProgram(name, args, options).ended
}

interface Output {
  readonly text: { readonly stdout: string; readonly stderr: string }
  readonly ended: Promise<Ended>
}

function printed(child: ChildProcess, { text, ended }: Output, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const found = pattern.exec(text.stdout)
      if (found) settle(() => resolve(found))
    }
    const fail = (why: string) =>
      settle(() => reject(new Error(`${why} before it printed ${pattern}\n${text.stdout}\n${text.stderr}`)))
    const timer = setTimeout(() => fail(`Process ${child.pid} took ${PATIENCE} ms`), PATIENCE)
    const settle = (then: () => void) => {
      clearTimeout(timer)
      child.stdout?.off('data', look)
      then()
    }
    child.stdout?.on('data', look)
    void ended.then(({ code, signal }) => fail(`Process ${child.pid} ended (${code ?? signal})`))
    look()
  })
}
