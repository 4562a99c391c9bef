// What a process asks of its disk, in order, as strace tells it: writes, flushes, renames and removals of all its threads and
// children, and in between what it sends to its clients.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'

export type SystemCall =
  | { readonly kind: 'open'; readonly path: string; readonly creates: boolean; readonly empties: boolean }
  /** `at` null: at the file's current position. */
  | { readonly kind: 'write'; readonly path: string; readonly bytes: Buffer; readonly at: number | null }
  | { readonly kind: 'seek' | 'cut'; readonly path: string; readonly to: number }
  | { readonly kind: 'sync' | 'unlink'; readonly path: string }
  | { readonly kind: 'rename'; readonly from: string; readonly to: string }
  | { readonly kind: 'send'; readonly bytes: Buffer }

export interface Trace {
  /** Ends the tracing, not the process, and tells what was seen. */
  stop(): Promise<SystemCall[]>
}

const NAMES = [
  'openat,open,creat,write,pwrite64,writev,pwritev,lseek,ftruncate,fsync,fdatasync',
  'rename,renameat,renameat2,unlink,unlinkat,sendto,sendmsg',
].join(',')

/** Why there can be no trace here, or null. */
export function traceProblem(): string | null {
  if (process.platform !== 'linux') return 'system calls are traced on Linux only'
  const { status } = spawnSync('strace', ['-e', 'trace=none', 'true'], { stdio: 'ignore' })
  return status === 0 ? null : 'tracing system calls takes the program strace'
}

/** Attaches to the process. Resolves when every call from now on is seen. */
export async function traceCalls(pid: number, file: string): Promise<Trace> {
  const { detach } = await attach(pid, ['-y', '-xx', '-s', '8000000', '-e', `trace=${NAMES}`, '-o', file])
  return {
    async stop() {
      await detach()
      return parseTrace(readFileSync(file, 'latin1'))
    },
  }
}

export interface DiskFault {
  /** Names of system calls. */
  readonly calls: readonly string[]
  readonly error: 'EIO' | 'EDQUOT'
  /** The files that it befalls. */
  readonly paths: readonly string[]
}

/** Makes calls of the process fail, as a disk does, until it is ended. */
export async function breakDisk(
  pid: number,
  { calls, error, paths }: DiskFault,
): Promise<{ end(): Promise<void> }> {
  const names = calls.join(',')
  const only = paths.flatMap((path) => ['-P', path])
  const fault = ['-e', `trace=${names}`, '-e', `inject=${names}:error=${error}`]
  const { detach } = await attach(pid, [...only, ...fault, '-o', '/dev/null'])
  return { end: detach }
}

async function attach(pid: number, flags: readonly string[]): Promise<{ detach(): Promise<void> }> {
  const tracer = spawn('strace', ['-f', ...flags, '-p', String(pid)], { stdio: ['ignore', 'ignore', 'pipe'] })
  const closed = once(tracer, 'close')
  let said = ''
  for await (const chunk of tracer.stderr.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    said += String(chunk)
    if (/attached/.test(said)) break
  }
  if (!/attached/.test(said)) throw new Error(`strace did not attach: ${said}`)
  tracer.stderr.resume()
  return {
    async detach() {
      tracer.kill('SIGINT')
      await closed
    },
  }
}

function parseTrace(text: string): SystemCall[] {
  const begun = new Map<string, string>()
  return text.split('\n').flatMap((line) => {
    const [, thread = '', said = ''] = /^(\d+) +(.*)$/.exec(line) ?? []
    // A call that another thread's line interrupts comes in two parts.
    const interrupted = said.endsWith(' <unfinished ...>')
    if (interrupted) begun.set(thread, said.slice(0, -' <unfinished ...>'.length))
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(said)
    const whole = resumed ? (begun.get(thread) ?? '') + (resumed[1] ?? '') : said
    return interrupted ? [] : parseCall(whole)
  })
}

function parseCall(line: string): SystemCall[] {
  const [, name = '', rest = ''] = /^(\w+)\((.*)$/.exec(line) ?? []
  const result = Number(/= (-?\d+)[^=]*$/.exec(rest)?.[1] ?? -1)
  if (name === '' || result < 0) return []
  const path = textOf(/^\d+<([^>]*)>/.exec(rest)?.[1])
  switch (name) {
    case 'open':
    case 'openat':
    case 'creat': {
      const [opened = ''] = quoted(rest)
      const flags = name === 'creat' ? 'O_CREAT|O_TRUNC' : rest
      return [
        {
          kind: 'open',
          path: opened,
          creates: flags.includes('O_CREAT'),
          empties: flags.includes('O_TRUNC'),
        },
      ]
    }
    case 'write':
    case 'writev':
    case 'pwrite64':
    case 'pwritev':
    case 'sendto':
    case 'sendmsg':
      return [written(name, path, rest, result)]
    case 'lseek':
      return [{ kind: 'seek', path, to: result }]
    case 'ftruncate':
      return [{ kind: 'cut', path, to: Number(/, (\d+)\) /.exec(rest)?.[1]) }]
    case 'fsync':
    case 'fdatasync':
      return [{ kind: 'sync', path }]
    default:
      return named(name, quoted(rest))
  }
}

function written(name: string, path: string, rest: string, size: number): SystemCall {
  const bytes = Buffer.concat(quotedBytes(rest)).subarray(0, size)
  if (path.startsWith('socket:') || path.startsWith('TCP')) return { kind: 'send', bytes }
  const at = name.startsWith('pwrite') ? Number(/, (\d+)\) += /.exec(rest)?.[1]) : null
  return { kind: 'write', path, bytes, at }
}

function named(name: string, [one = '', two = '']: string[]): SystemCall[] {
  if (name.startsWith('rename')) return [{ kind: 'rename', from: one, to: two }]
  return name.startsWith('unlink') ? [{ kind: 'unlink', path: one }] : []
}

const quotedBytes = (text: string) =>
  [...text.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, hex = '']) =>
    Buffer.from(hex.replaceAll('\\x', ''), 'hex'),
  )
const quoted = (text: string) => quotedBytes(text).map((bytes) => bytes.toString())
const textOf = (hex = '') => Buffer.from(hex.replaceAll('\\x', ''), 'hex').toString()
