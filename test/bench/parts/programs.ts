// The built programs, started and ready.
import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { START_FLAGS } from '../../../local-server/launch/go-on-in-node24.mjs'
import { repositoryRoot } from '../../../local-server/paths.ts'
import { onOthers } from './processors.ts'

export const built = (name: string): string => join(repositoryRoot, 'local-server/dist', `${name}.js`)

/** How the launcher runs on the machine's own Node, which starts it again in the pinned one. */
export const LAUNCHER = [...START_FLAGS, join(repositoryRoot, 'local-server/launch.mjs'), 'start']
/** How the server runs when the launcher continues in the same process. */
export const SERVER = [
  ...START_FLAGS,
  `--import=${join(repositoryRoot, 'local-server/launch/in-program.mjs')}`,
  built('main'),
]

/** As many calls of a key as the limiter can be set to. */
export const noLimits = { RATE_LIMIT_RPM: '1000000', RATE_LIMIT_RPH: '1000000' }

/** They end with this program, however that ends. */
const started = new Set<ChildProcess>()
process.once('exit', () => started.forEach((child) => child.kill()))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

type Variables = Readonly<Record<string, string>>

export interface Started {
  readonly child: ChildProcess
  readonly origin: string
  /** Signs a browser in, once. */
  readonly launchToken: string
}

/** On the other processors. Resolves when it says that it is ready. */
export async function startServer(dataDir: string, env: Variables = {}): Promise<Started> {
  const flags = ['--port', '0', '--data-dir', dataDir, '--no-open', '--no-demo']
  const ready = /Open {3}(\S+)\/#t=(\S+)[\s\S]*Ready in/
  const { child, found } = await untilPrinted(ready, onOthers([...SERVER, ...flags]), env)
  return { child, origin: found[1] ?? '', launchToken: found[2] ?? '' }
}

/** Another built program, beside the one that measures. Resolves with what it has printed to be reached by. */
export async function startProgram(name: 'sandbox' | 'worker', dataDir: string, env: Variables = {}) {
  const pattern = name === 'sandbox' ? /http:\/\/127\.0\.0\.1:\d+/ : /^\{.*\}$/m
  const command: [string, ...string[]] = [
    process.execPath,
    built(`cli/${name}`),
    '--port',
    '0',
    '--data-dir',
    dataDir,
  ]
  const { child, found } = await untilPrinted(pattern, command, env)
  return { child, printed: found[0] }
}

/** A program of the bench on the other processors, with the flags of the server and a channel to it. */
export function forkPart(part: string, args: readonly string[] = []): ChildProcess {
  const [execPath, ...execArgv] = onOthers([...START_FLAGS, ...process.execArgv])
  const child = fork(join(import.meta.dirname, part), args, { execPath, execArgv })
  note(child)
  return child
}

async function untilPrinted(
  pattern: RegExp,
  [file, ...args]: [string, ...string[]],
  env: Variables,
): Promise<{ child: ChildProcess; found: RegExpExecArray }> {
  const child = spawn(file, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
  note(child)
  let text = ''
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    text += String(chunk)
    const found = pattern.exec(text)
    if (found === null) continue
    child.stdout.resume()
    return { child, found }
  }
  throw new Error(`a program ended before it was ready: ${text}`)
}

function note(child: ChildProcess): void {
  started.add(child)
  child.once('exit', () => started.delete(child))
}

export async function stopAll(): Promise<void> {
  await Promise.all([...started].map(stop))
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill()
  await once(child, 'exit')
}
