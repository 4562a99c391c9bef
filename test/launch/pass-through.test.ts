// The launcher stands between the terminal and the program, and must not be noticed there.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFreshClone, type FreshClone } from './fresh-clone.ts'

let clone: FreshClone

beforeAll(async () => {
  clone = await createFreshClone()
  await clone.program(
    'main',
    `for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
       process.on(signal, () => setTimeout(() => { console.log('drained after', signal); process.exit(0) }, 200))
     setInterval(() => {}, 1000)
     console.log('pid', process.pid, process.execArgv.join(' '))`,
  )
  await clone.program(
    'cli/sandbox',
    `if (process.argv[2] === 'killed') process.kill(process.pid, 'SIGKILL')
     process.exitCode = Number(process.argv[2])`,
  )
  await clone.launch(['sandbox', '0']).ended
})
afterAll(() => clone.remove())

describe('how a program ends', () => {
  it.each([0, 1, 3, 143])('its exit code %i is the launcher’s', async (code) => {
    expect(await clone.launch(['sandbox', String(code)]).ended).toMatchObject({ code, signal: null })
  })

  it('its death by a signal is the launcher’s', async () => {
    expect(await clone.launch(['sandbox', 'killed']).ended).toMatchObject({ code: null, signal: 'SIGKILL' })
  })
})

describe('a signal to the launcher', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s lets the program drain', async (signal) => {
    const launched = clone.launch(['start'])
    await launched.printed(/pid \d+/)
    launched.child.kill(signal)

    const { code, stdout } = await launched.ended
    expect(stdout).toContain(`drained after ${signal}`)
    expect(code).toBe(0)
  })
})

describe('a launcher that is killed outright', () => {
  it('leaves no program behind', async () => {
    const launched = clone.launch(['start'])
    await launched.printed(/pid \d+/)
    launched.child.kill('SIGKILL')

    // Its output ends only when the program has ended as well.
    expect((await launched.ended).stdout).toContain('drained after SIGTERM')
  })
})

describe('an npm that is killed outright', () => {
  it('leaves neither launcher nor program behind', async () => {
    const npm = clone.launch(['start'], { npm_lifecycle_event: 'start' }, { within: 'npm' })
    await npm.printed(/pid \d+/)
    npm.child.kill('SIGKILL')

    expect((await npm.ended).stdout).toContain('drained after SIGTERM')
  })
})

it('the program’s own forks start without what the launcher added', async () => {
  const launched = clone.launch(['start'])
  const [line] = await launched.printed(/pid .*\n/)
  launched.child.kill('SIGTERM')

  expect(line).toContain('--disable-warning=ExperimentalWarning')
  expect(line).not.toContain('--import')
  await launched.ended
})
