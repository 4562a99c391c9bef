import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { STORAGE_TROUBLES } from '../../../core/ports/data-storage.ts'
import { readCause } from '../../../local-server/disk/storage-causes.ts'
import { ChildRunner } from '../../../local-server/media/child-runner.ts'
import { PATIENCE } from '../../patience.ts'
import type { ChildOptions } from '../../../local-server/media/child-runner.ts'
import { processExists } from '../../process-harness/running-program.ts'

const KILLS_ITSELF = '00000000'
const EXITS = '11111111'
const HANGS = '22222222'
const ANSWERS = '33333333'

interface Told {
  readonly pid: number
  readonly jobs: number
  readonly waited: string
}

const SERVER = join(import.meta.dirname, '../../../local-server')
const SCRIPTED = join(import.meta.dirname, 'scripted-child.ts')
const RUNNER = join(SERVER, 'media/child-runner.ts')

let runner: ChildRunner
function start(change: Partial<ChildOptions> = {}): void {
  runner = new ChildRunner({
    entry: SCRIPTED,
    idleMs: 60_000,
    timeoutMs: PATIENCE,
    maxResidentBytes: 2 ** 30,
    ...change,
  })
}
afterEach(async () => {
  await runner[Symbol.asyncDispose]()
})

const probe = async (behaviour: string, timeoutMs?: number) =>
  (await runner.run({ kind: 'probe', input: `/staging/${behaviour}` }, timeoutMs)) as unknown as Told

describe('a job whose process dies', () => {
  it('fails as a video', async () => {
    start()
    await expect(probe(KILLS_ITSELF)).rejects.toMatchObject({ code: 'VIDEO_PROCESSING_FAILED', status: 500 })
    await expect(probe(EXITS)).rejects.toMatchObject({ code: 'VIDEO_PROCESSING_FAILED' })
  })

  it('fails as a picture', async () => {
    start()
    const job = { kind: 'thumbnail', input: `/staging/${KILLS_ITSELF}`, output: '/staging/x' } as const
    await expect(runner.run(job)).rejects.toMatchObject({ code: 'PROCESSING_FAILED' })
  })

  it('takes no other job with it', async () => {
    start()
    const results = await Promise.allSettled(
      [ANSWERS, KILLS_ITSELF, ANSWERS, EXITS, ANSWERS].map((one) => probe(one)),
    )
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
  })

  it('fails when the process cannot even start', async () => {
    start({ entry: '/nowhere/child.ts' })
    await expect(probe(ANSWERS)).rejects.toMatchObject({ code: 'VIDEO_PROCESSING_FAILED' })
  })

  it.skipIf(process.platform === 'win32')(
    'says that too many files are open when it cannot start for that',
    async () => {
      const program = `
      import { closeSync, openSync } from 'node:fs'
      import { ChildRunner } from ${JSON.stringify(RUNNER)}
      const runner = new ChildRunner({ entry: ${JSON.stringify(SCRIPTED)}, idleMs: 60_000, timeoutMs: ${PATIENCE}, maxResidentBytes: 2 ** 30 })
      const probe = () => runner.run({ kind: 'probe', input: '/staging/${ANSWERS}' }).then(() => 'done', (error) => error.message)
      const open = []
      try { for (;;) open.push(openSync('/dev/null')) } catch {}
      const without = await probe()
      open.forEach((file) => closeSync(file))
      console.log(JSON.stringify([without, await probe()]))
      await runner[Symbol.asyncDispose]()
    `
      const command = 'ulimit -n 64; exec "$0" --input-type=module -e "$1"'
      const { stdout } = await promisify(execFile)('/bin/sh', ['-c', command, process.execPath, program])
      expect(JSON.parse(stdout)).toEqual([STORAGE_TROUBLES.openFiles.message, 'done'])
    },
  )
})

it.skipIf(process.platform !== 'linux')(
  'a disk that is full while a picture is written is what its refusal is about, also for those who try again by it',
  async () => {
    start({ entry: join(SERVER, 'media/child.ts') })
    const job = { kind: 'thumbnail', input: join(SERVER, 'demo/sunrise.jpg'), output: '/dev/full' } as const
    const refusal: unknown = await runner.run(job).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'PROCESSING_FAILED', message: STORAGE_TROUBLES.full.message })
    expect(readCause(refusal)).toEqual({ kind: 'files', trouble: 'full' })
  },
)

describe('a job that takes too long', () => {
  it('fails, and its process is killed and replaced', async () => {
    start()
    const first = await probe(ANSWERS)
    await expect(probe(HANGS, 700)).rejects.toMatchObject({
      code: 'VIDEO_PROCESSING_FAILED',
      message: expect.stringMatching(/0\.7 seconds/),
    })
    await expect.poll(() => processExists(first.pid)).toBe(false)
    expect((await probe(ANSWERS)).pid).not.toBe(first.pid)
  })
})

describe('several jobs', () => {
  it('run one after the other in one process, in the order they came', async () => {
    start()
    const told = await Promise.all(Array.from({ length: 20 }, (_, index) => probe(`${ANSWERS}-${index}`)))
    expect(new Set(told.map(({ pid }) => pid)).size).toBe(1)
    expect(told.map(({ jobs }) => jobs)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    expect(told.map(({ waited }) => waited)).toEqual(
      Array.from({ length: 20 }, (_, index) => `${ANSWERS}-${index}`),
    )
  })
})

describe('the process', () => {
  it('ends after a while without a job and starts again with the next', async () => {
    start({ idleMs: 50 })
    const first = await probe(ANSWERS)
    await expect.poll(() => processExists(first.pid)).toBe(false)
    expect((await probe(ANSWERS)).pid).not.toBe(first.pid)
  })

  it('ends with its runner, which then takes no more jobs', async () => {
    start()
    const { pid } = await probe(ANSWERS)
    const hanging = probe(HANGS)
    hanging.catch(() => {})
    await runner[Symbol.asyncDispose]()
    expect(processExists(pid)).toBe(false)
    await expect(hanging).rejects.toMatchObject({ code: 'VIDEO_PROCESSING_FAILED' })
    await expect(probe(ANSWERS)).rejects.toThrow(/shutting down/)
  })
})
