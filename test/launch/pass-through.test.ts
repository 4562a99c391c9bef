// The launcher becomes the program, or stands between it and the terminal, and is not noticed there.
import { realpathSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { share } from '../faults/share.ts'
import { newFolder } from '../process-harness/own-folders.ts'
import { createFreshClone, type FreshClone } from './fresh-clone.ts'

let clone: FreshClone

beforeAll(async () => {
  clone = await createFreshClone()
  await clone.program(
    'main',
    `import { getHeapSpaceStatistics } from 'node:v8'
     for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
       process.on(signal, () => setTimeout(() => { console.log('drained after', signal); process.exit(0) }, 200))
     setInterval(() => {}, 1000)
     console.log('pid', process.pid, process.env.FETCHED_NODE, process.execArgv.join(' '),
       getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size)`,
  )
  await clone.program(
    'cli/sandbox',
    `if (process.argv[2] === 'killed') process.kill(process.pid, 'SIGKILL')
     process.exitCode = Number(process.argv[2])`,
  )
  await clone.program('cli/nightpost', 'console.log(process.cwd())')
  await clone.launch(['sandbox', '0']).ended
})
afterAll(() => clone.remove())

/** As on Windows, and on a Node before 22.15, where no process becomes another program. */
const BESIDE = { NODE_OPTIONS: '--import=data:text/javascript,process.execve=undefined' }

it('the launcher becomes the program, on the fetched Node', async () => {
  const launched = clone.launch(['start'])
  const [line] = await launched.printed(/pid .*\n/)
  launched.child.kill('SIGTERM')

  // It has room for what a start makes. Programs that it forks start with nothing that the launcher has added.
  expect(line).toBe(`pid ${launched.child.pid} yes  ${32 * 2 ** 20}\n`)
  await launched.ended
})

describe.each([
  ['becomes', {}],
  ['stands beside', BESIDE],
])('a launcher that %s the program', (_how, env) => {
  it.each(share([0, 1, 3, 143], 2, 1))('ends with its exit code %i', async (code) => {
    expect(await clone.launch(['sandbox', String(code)], env).ended).toMatchObject({ code, signal: null })
  })

  it('dies of the signal that it dies of', async () => {
    expect(await clone.launch(['sandbox', 'killed'], env).ended).toMatchObject({
      code: null,
      signal: 'SIGKILL',
    })
  })

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('lets it drain after %s', async (signal) => {
    const launched = clone.launch(['start'], env)
    await launched.printed(/pid \d+/)
    launched.child.kill(signal)

    const { code, stdout } = await launched.ended
    expect(stdout).toContain(`drained after ${signal}`)
    expect(code).toBe(0)
  })

  it('goes with it when npm is killed outright', async () => {
    const npm = clone.launch(['start'], { ...env, npm_lifecycle_event: 'start' }, { within: 'npm' })
    await npm.printed(/pid \d+/)
    npm.child.kill('SIGKILL')

    // Its output ends only when the program has ended as well.
    expect((await npm.ended).stdout).toContain('drained after SIGTERM')
  })
})

it('a launcher beside the program that is killed outright leaves no program behind', async () => {
  const launched = clone.launch(['start'], BESIDE)
  const [, pid] = await launched.printed(/pid (\d+)/)
  expect(Number(pid)).not.toBe(launched.child.pid)
  launched.child.kill('SIGKILL')

  expect((await launched.ended).stdout).toContain('drained after SIGTERM')
})

it('a command reads the names of files where it was typed, although npm runs it in the clone', async () => {
  const typedIn = realpathSync(newFolder())
  const byNpm = { npm_lifecycle_event: 'nightpost', INIT_CWD: typedIn }
  expect((await clone.launch(['nightpost', 'media', 'upload', 'photo.jpg'], byNpm).ended).stdout).toBe(
    `${typedIn}\n`,
  )
  // Of an npm that runs something else, which starts this.
  const byOther = { npm_lifecycle_event: 'build', INIT_CWD: typedIn }
  expect((await clone.launch(['nightpost', 'media', 'upload', 'photo.jpg'], byOther).ended).stdout).not.toBe(
    `${typedIn}\n`,
  )
})
