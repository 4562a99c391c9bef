// `npm run worker`, read from its output, its folder and its exit code.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { WorkerStatus } from '../../../core/engine/worker/protocol.ts'
import { newFolder } from '../../process-harness/own-folders.ts'
import { runProgram } from '../../process-harness/running-program.ts'
import { processExists } from '../../process-harness/running-program.ts'
import { launchWorker, startWorker } from '../../process-harness/worker-process.ts'

const HEX = (length: number) => expect.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`))
const KEY = expect.stringMatching(/^[\w-]{43}$/)

describe('the Worker on this computer', () => {
  it('says in one line of JSON how it is reached, keeps everything private, and lives once in a folder', async () => {
    const worker = await startWorker()
    const { workerUrl } = worker.details
    expect(worker.stdout()).toBe(`${JSON.stringify(worker.details)}\n`)
    expect(worker.details).toEqual({
      workerUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      workerKey: KEY,
      encryptionKey: KEY,
      bucket: {
        endpoint: `${workerUrl}/cdn-cgi/local/r2/s3`,
        name: 'nightpost-media',
        accessKeyId: HEX(32),
        secretAccessKey: HEX(64),
        publicUrl: workerUrl,
      },
    })
    expect((await fetch(`${workerUrl}/health`)).status).toBe(200)
    expect((await fetch(`${workerUrl}/status`)).status).toBe(401)
    expect((await worker.ask('/kv?prefix=meta:')).status).toBe(200)
    expect((await fetch(`${workerUrl}/media/${'0'.repeat(32)}.jpg`)).status).toBe(404)
    // The first cron runs at the start.
    const status = async () => (await worker.ask('/status')).json() as Promise<WorkerStatus>
    await expect.poll(async () => (await status()).lastCronRun).toEqual(expect.any(Number))
    expect(await status()).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      keyId: HEX(16),
      cron: '* * * * *',
    })
    expect(openToOthers(worker.dataDir)).toEqual([])

    const second = await launchWorker({ dataDir: worker.dataDir }).ended
    expect(second).toMatchObject({ code: 1, stdout: '' })
    expect(second.stderr).toMatch(/^Another Worker is using .*\nStop it, or name another folder: .*\n$/)
    const port = Number(new URL(workerUrl).port)
    const third = await launchWorker({ dataDir: newFolder(), port }).ended
    expect(third).toMatchObject({ code: 1, stdout: '' })
    expect(third.stderr).toBe(
      `Port ${port} is in use by another program.\nTake another port: npm run worker -- --port ${port + 1}\n`,
    )

    // Killed, it takes its runtime with it; the next start has the same keys.
    expect(processExists(worker.workerdPid)).toBe(true)
    process.kill(worker.pid, 'SIGKILL')
    await expect.poll(() => processExists(worker.workerdPid)).toBe(false)
    const back = await worker.again()
    expect(back.details).toEqual(worker.details)
    expect((await back.stop('SIGINT')).code).toBe(0)
    expect(processExists(back.workerdPid)).toBe(false)
  })

  it('refuses a host that is neither https nor on this computer', async () => {
    const env = { PLATFORM_GRAPH_URL: 'http://example.com' }
    const ended = await launchWorker({ dataDir: newFolder(), env }).ended

    expect(ended).toMatchObject({ code: 1, stdout: '' })
    expect(ended.stderr).toMatch(/^PLATFORM_GRAPH_URL has a value that cannot be used\.\nSet it to /)
  })

  it('refuses an unknown flag', async () => {
    const { code, stdout, stderr } = await runProgram('cli/worker', ['--prot', '1'])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/unknown option '--prot'/)
  })
})

function openToOthers(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const info = statSync(join(folder, name), { throwIfNoEntry: false })
    return info !== undefined && (info.mode & 0o077) !== 0
  })
}
