// What histories have reached: moves of publications by engine, answers that people got, requests at the Worker, holds, and what was told
// next to what is live. `cells.json` lists what can be reached; a night that never reaches one of them proves less than it seems to.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** A step of a publication as the API shows it. */
export interface ShownStep {
  readonly engine: string
  readonly step: string
  readonly next: string
}

export type Cells = Map<string, number>

export const addCells = (to: Cells, names: Iterable<string>): void => {
  for (const name of names) to.set(name, (to.get(name) ?? 0) + 1)
}

export function cellsOfSteps(steps: readonly ShownStep[]): string[] {
  return steps.map(({ engine, step, next }) => `${engine} ${step} → ${next}`)
}

const ANSWER = /^\d+ = (\w+) (\S+?)(?:\?\S*)? (no answer|\d+ ?\w*)$/
const AT_WORKER = /^\d+ < (?:desk|copy) (\w+) 127\.0\.0\.1:878[78](\/\S+) (\d+)/
const OTHERS = /^\d+ ~ (program posts|phone \w+|the password|a person approves: \w+)/
const HELD = /^\d+ (?:desk|copy) runs, held: (\S+)/

export function cellsOfTrace(trace: readonly string[]): string[] {
  return trace.flatMap((event) => {
    const answer = ANSWER.exec(event)
    if (answer) return `person ${answer[1]} ${nameless(answer[2])}: ${answer[3]?.trim()}`
    const request = AT_WORKER.exec(event)
    if (request) return `Worker ${request[1]} ${nameless(request[2])}: ${request[3]}`
    const others = OTHERS.exec(event)
    if (others) return `others: ${others[1]}`
    const held = HELD.exec(event)
    return held ? `held: ${held[1]}` : []
  })
}

const nameless = (path = '') =>
  path.replace('/api/v1', '').replaceAll(/\/(?:p\d+|#|[\w-]*\d[\w-]*)(?=\/|$)/g, '/…')

/** Some of those that were reached least often. */
export function rarelyReached(cells: Cells): string[] {
  return [...cells]
    .toSorted(([, a], [, b]) => a - b)
    .slice(0, 20)
    .map(([cell]) => cell)
}

/** Those of `cells.json` that none of the histories has reached, and those that are not in it. */
export function compareCells(seen: Cells): { readonly missing: string[]; readonly unlisted: string[] } {
  const listed = z
    .array(z.string())
    .parse(JSON.parse(readFileSync(join(import.meta.dirname, 'cells.json'), 'utf8')))
  return {
    missing: listed.filter((cell) => !seen.has(cell)),
    unlisted: [...seen.keys()].filter((cell) => !listed.includes(cell)).toSorted(),
  }
}
