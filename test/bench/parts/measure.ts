// What every scenario needs: medians, memory of a process, and a table that says on what machine.
import { readFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'

export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** Resident memory in MiB: now, how much of that is no page of a file, and at its highest so far; NaN where /proc is missing. */
export function memoryOf(pid: number): { now: number; own: number; peak: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024
    return { now: read('VmRSS'), own: read('RssAnon'), peak: read('VmHWM') }
  } catch {
    return { now: Number.NaN, own: Number.NaN, peak: Number.NaN }
  }
}

export function describeMachine(): string {
  const memory = Math.round(totalmem() / 2 ** 30)
  return `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${memory} GiB, kernel ${release()}`
}

export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  for (const row of [head, head.map(() => '---'), ...rows]) printRow(row)
}

export function printRow(row: readonly string[]): void {
  console.log(`| ${row.join(' | ')} |`)
}

export function verdict(value: number, atMost: number): string {
  return value <= atMost ? 'holds' : 'MISSED'
}
