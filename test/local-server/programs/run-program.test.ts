// Programs of the user and of their system, as real processes.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MINUTE } from '../../../core/time.ts'
import { runProgram, type ProgramRun } from '../../../local-server/programs/run-program.ts'
import { newFolder } from '../../process-harness/own-folders.ts'

const run = (code: string, more: Partial<ProgramRun> & { readonly args?: readonly string[] } = {}) =>
  runProgram(process.execPath, ['-e', code, ...(more.args ?? [])], { env: {}, timeout: MINUTE, ...more })

it('a program gets the variables that it is given, and none of ours', async () => {
  process.env['NIGHTPOST_BACKUP_PASSPHRASE'] = 'five random words or more'
  const env = JSON.parse(await run('console.log(JSON.stringify(process.env))', { env: { TZ: 'UTC' } }))
  delete process.env['NIGHTPOST_BACKUP_PASSPHRASE']
  expect(env).toMatchObject({ TZ: 'UTC' })
  expect(JSON.stringify(env)).not.toContain('random words')
})

it('a program that fails is told with how it ended and its last words', async () => {
  const failing = run(`console.error('x'.repeat(10_000) + ' no network'); process.exit(3)`)
  await expect(failing).rejects.toThrow(/ended with 3: x{1,4000} no network$/)
  await expect(runProgram('/nowhere/tell-me', [], { env: {}, timeout: MINUTE })).rejects.toThrow(/ENOENT/)
})

it('of what a program says only the beginning is kept, and it is heard to its end', async () => {
  const answer = await run(`process.stdout.write('a'.repeat(5_000_000))`)
  expect(answer.length).toBe(64 * 1024)
})

it('a program that does not read is not a failure', async () => {
  await expect(run('', { input: 'x'.repeat(1_000_000) })).resolves.toBe('')
})

describe.skipIf(process.platform === 'win32')('what a program has started', () => {
  /** Writes its own number and that of a child which holds the output and never ends. */
  const STARTS = `
    const { spawn } = require('node:child_process')
    const child = spawn('sleep', ['1000'], { stdio: 'inherit' })
    require('node:fs').writeFileSync(process.argv[1], String(child.pid))
    child.unref()`
  const env = { PATH: process.env['PATH'] ?? '' }
  const numberIn = (file: string) => Number(readFileSync(file, 'utf8'))
  const runs = (pid: number) => {
    try {
      process.kill(pid, 0)
      // A process that has ended stays listed until its parent has seen it.
      return (
        !existsSync(`/proc/${pid}/stat`) || !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
      )
    } catch {
      return false
    }
  }

  it('delays nothing when it goes on, and ends with the time', async () => {
    const file = join(newFolder(), 'pid')
    await expect(run(STARTS, { env, args: [file], timeout: 3_000 })).resolves.toBe('')
    await expect.poll(() => runs(numberIn(file))).toBe(false)
  })

  it('ends with a program that takes too long', async () => {
    const file = join(newFolder(), 'pid')
    const hanging = run(`${STARTS}; setInterval(() => {}, 1000)`, { env, args: [file], timeout: 1_000 })
    await expect(hanging).rejects.toThrow(/took too long/)
    await expect.poll(() => runs(numberIn(file))).toBe(false)
  })

  it('ends when the server stops', async () => {
    const [file, stopping] = [join(newFolder(), 'pid'), new AbortController()]
    const running = run(`${STARTS}; setInterval(() => {}, 1000)`, {
      env,
      args: [file],
      stopping: stopping.signal,
    })
    const ended = expect(running).rejects.toThrow(/SIGKILL/)
    await expect.poll(() => existsSync(file) && numberIn(file) > 0).toBe(true)
    stopping.abort()
    await ended
    await expect.poll(() => runs(numberIn(file))).toBe(false)
  })
})
