// A command of `nightpost` as a person types it, run in this process: what it prints, and its exit code. Signals, closed pipes and
// the build itself need the program: running-program.ts.
import { vi } from 'vitest'
import { createCommandLine } from '../../local-server/cli/command-line.ts'
import { endCommand } from '../../local-server/terminal/start-failure.ts'
import type { Ended } from './running-program.ts'

/** One at a time: what is printed meanwhile counts as its output. */
export async function typeCommand(...words: readonly string[]): Promise<Omit<Ended, 'signal'>> {
  const text = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((chunk) => {
      text[name] += chunk.toString()
      return true
    }),
  )
  const exitCode = process.exitCode
  process.exitCode = 0
  try {
    await createCommandLine().parseAsync(words, { from: 'user' })
  } catch (error) {
    endCommand(error, words.includes('--json'))
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
  const code = Number(process.exitCode)
  process.exitCode = exitCode
  return { code, ...text }
}
