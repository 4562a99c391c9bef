// Who runs where, on a machine that has `taskset` and two processors: the program that measures keeps the first one, and what it
// measures has the others, both sides of a row alike.
import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

const PROCESSORS = availableParallelism()
const OTHERS = PROCESSORS > 2 ? `1-${PROCESSORS - 1}` : '1'
const canPin = PROCESSORS > 1 && hasTaskset()
let keepsFirst = false

function hasTaskset(): boolean {
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** For this program, and for what it starts without `onOthers`. */
export function keepFirstProcessor(): void {
  if (!canPin) return
  const args = ['--all-tasks', '--cpu-list', '--pid', '0', String(process.pid)]
  execFileSync('taskset', args, { stdio: 'ignore' })
  keepsFirst = true
}

export const isPinned = (): boolean => keepsFirst

/** The command that runs this Node on the other processors, once this program keeps the first. */
export function onOthers(args: readonly string[]): [string, ...string[]] {
  const command: [string, ...string[]] = [process.execPath, ...args]
  return keepsFirst ? ['taskset', '--cpu-list', OTHERS, ...command] : command
}
