// What Linux tells about a process.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

export const HAS_PROC = process.platform === 'linux'

/** Megabytes in memory now. */
export function residentMb(pid: number): number {
  return statusLine(pid, 'VmRSS') / 1024
}

/** The most megabytes in memory since `forgetPeak`. */
export function peakMb(pid: number): number {
  return statusLine(pid, 'VmHWM') / 1024
}

export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

function statusLine(pid: number, name: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1])
}

/** Command line and environment of every process that we may look at. */
export function everyCommandAndEnvironment(): string[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((pid) => [textOf(`/proc/${pid}/cmdline`), textOf(`/proc/${pid}/environ`)])
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    // It has ended, or belongs to somebody else.
    return ''
  }
}

/** Whether a process with this id runs; a zombie does not count. */
export function isRunning(pid: number): boolean {
  return !/^State:\s+Z/m.test(textOf(`/proc/${pid}/status`)) && textOf(`/proc/${pid}/status`) !== ''
}

export function childrenOf(pid: number): number[] {
  return textOf(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)
}
