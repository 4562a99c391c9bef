// Each source of attention, as the server wires it: what a row, the hold, the platform or the quarantine says is told.
import { chmodSync, cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { STORAGE_TROUBLES } from '../../../core/ports/data-storage.ts'
import { DAY, HOUR, MINUTE, SECOND, toIso } from '../../../core/time.ts'
import { aHandover, AT_WORKER } from '../../contracts/handover-builders.ts'
import { aPost } from '../../factories.ts'
import { newFolder } from '../../process-harness/own-folders.ts'
import { mountDisk, unmountDisks } from '../disk/small-disk.ts'
import { wireServer, type WiredServer } from './wired-server.ts'

let server: WiredServer

async function entriesOf({ get }: WiredServer): Promise<{ code: string; message: string }[]> {
  return ((await (await get('/api/v1/attention')).json()) as { entries: never[] }).entries
}

const codesOf = async (wired: WiredServer) => (await entriesOf(wired)).map(({ code }) => code)

/** A picture for tomorrow. */
async function schedule({ get, send, upload }: WiredServer): Promise<string> {
  const me = (await (await get('/api/v1/auth/me')).json()) as { accounts: { id: string }[] }
  const { id: mediaFileId } = await upload()
  const post = { accountId: me.accounts[0]?.id, mediaType: 'IMAGE', mediaFileId, caption: 'Figs' }
  const answer = await send('POST', '/api/v1/schedule', { ...post, scheduledFor: toIso(Date.now() + DAY) })
  return ((await answer.json()) as { postId: string }).postId
}

let postId: string
const onPost = (change: string) => () => server.damage(`update posts set ${change} where id = ?`, postId)
const onAccount = (change: string) => () => server.damage(`update accounts set ${change}`)
const HAS_FAILED = `completed_at = ${Date.now()}, error_code = 'UNKNOWN_ERROR'`

describe('attention', () => {
  beforeAll(async () => void (server = await wireServer()))
  afterAll(() => server.close())
  beforeEach(async () => {
    server.damage('delete from posts')
    server.damage('delete from jobs')
    postId = await schedule(server)
    expect(await codesOf(server)).toEqual(['COMPUTER_MUST_BE_ON'])
  })

  it.each([
    ['POST_FAILED', onPost(`status = 'FAILED', publish_outcome = 'confirmed', ${HAS_FAILED}`)],
    ['POST_UNCONFIRMED', onPost(`status = 'FAILED', publish_outcome = 'unconfirmed', ${HAS_FAILED}`)],
    ['POST_OVERDUE', onPost(`scheduled_for = ${Date.now() - HOUR}`)],
    ['POST_WILL_FAIL', () => server.damage('delete from media')],
    ['ACCOUNT_LIMITED', onAccount(`paused_until = ${Date.now() + HOUR}`), onAccount('paused_until = null')],
    [
      'POST_WILL_BE_LATE',
      onAccount(`paused_until = ${Date.now() + 3 * DAY}`),
      onAccount('paused_until = null'),
    ],
    [
      'POST_WILL_BE_INCOMPLETE',
      () => onAccount(`granted_scopes = '[]'`)() * onPost(`options = '{"firstComment":"First"}'`)(),
      onAccount('granted_scopes = null'),
    ],
    [
      'ACCESS_ENDED',
      onAccount(`token_expires_at = ${Date.now() - HOUR}`),
      onAccount('token_expires_at = null'),
    ],
    [
      'PLAN_LOST',
      () => server.damage(`insert into slot_plans select id, 1, '{' from accounts`),
      () => server.damage(`delete from settings where name like 'set-aside/slot_plans/%'`),
    ],
  ] as const)('tells of %s', async (code, provoke, calm = () => 0) => {
    expect(provoke()).toBeGreaterThan(0)
    expect(await codesOf(server)).toContain(code)
    calm()
  })

  it('tells of a hold', async () => {
    const dataDir = `${server.dataDir}-copy`
    cpSync(server.dataDir, dataDir, { recursive: true })
    const copy = await wireServer({ dataDir })
    expect(await codesOf(copy)).toContain('QUEUE_HELD')
    await copy.close()
  })

  it('tells of an access that the platform refuses, once the night check has tried it', async () => {
    const fault = { on: 'limit', mode: 'token-invalid', times: 9 }
    expect((await server.send('POST', '/sandbox/faults', fault)).status).toBe(201)
    await server.server.modules.attention.runNightCheck()
    expect(await codesOf(server)).toContain('ACCESS_ENDED')
  })
})

describe('attention, with a clock that is turned', () => {
  let turned: WiredServer
  const wireTurned = async (options: Parameters<typeof wireServer>[0] = {}) => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    return (turned = await wireServer(options))
  }
  afterEach(async () => {
    await turned.close()
    vi.useRealTimers()
    unmountDisks()
  })

  it('tells the cause of each trouble of the disk that was met, until a write succeeds, and of damage until the next start', async () => {
    const { log } = (await wireTurned()).server.parts
    expect(await entriesOf(turned)).toEqual([])
    // The last of them.
    const { damaged, ...others } = STORAGE_TROUBLES
    for (const { problem, errors, message } of [...Object.values(others), damaged]) {
      for (const code of errors) {
        log.error('it failed', { error: Object.assign(new Error('it says'), { code }) })
        const told = [{ code: problem, message }]
        expect(await entriesOf(turned)).toMatchObject(told)
        vi.advanceTimersByTime(5 * SECOND)
        expect(await entriesOf(turned)).toMatchObject(message === damaged.message ? told : [])
      }
    }
  })

  it('tells of a folder that is missing', async () => {
    const { dataDir } = await wireTurned()
    const staging = join(dataDir, 'staging')
    rmSync(staging, { recursive: true })
    // A file in its place refuses everybody, also root, for whom modes are no obstacle.
    writeFileSync(staging, '')
    const { problem: code, message } = STORAGE_TROUBLES.missing
    expect(await entriesOf(turned)).toMatchObject([{ code, message }])
  })

  it('tells of a disk that is nearly full', async ({ skip }) => {
    const disk = mountDisk(24)
    await wireTurned(typeof disk === 'string' ? { dataDir: join(disk, 'data') } : {})
    if (typeof disk !== 'string') return skip(disk.reason)
    expect(await codesOf(turned)).toEqual(['DISK_NEARLY_FULL'])
  })

  it('tells of a Worker that says nothing while posts wait there', async () => {
    const env = {
      CLOUD_WORKER_URL: 'http://127.0.0.1:9',
      CLOUD_WORKER_KEY: 'key',
      CLOUD_ENCRYPTION_KEY: 'A'.repeat(43),
    }
    await wireTurned({ env })
    const handover = aHandover(aPost(), AT_WORKER)
    const { id, postId: of, accountId } = handover
    const insert = `insert into handovers values (?, ?, ?, 'worker', 0, 1, ?)`
    expect(turned.damage(insert, id, of, accountId, JSON.stringify(handover))).toBe(1)
    await turned.get('/api/v1/cloud/diagnostics')
    vi.advanceTimersByTime(25 * MINUTE - 1)
    expect(await codesOf(turned)).toEqual([])
    vi.advanceTimersByTime(1)
    expect(await codesOf(turned)).toEqual(['WORKER_NEVER_VERIFIED'])
  })

  it('tells of a computer that goes to sleep, once the night check has asked it', async ({ skip }) => {
    const PATH = newFolder()
    const busctl = join(PATH, 'busctl')
    writeFileSync(busctl, `#!/bin/sh\nprintf 's "suspend"\\nt 1800000000\\n'\n`)
    chmodSync(busctl, 0o755)
    await wireTurned({ env: { PATH } })
    if (process.platform !== 'linux') return skip('other systems are asked through other programs')
    await schedule(turned)
    expect(await codesOf(turned)).toEqual(['COMPUTER_MUST_BE_ON'])
    await turned.server.modules.attention.runNightCheck()
    expect(await codesOf(turned)).toEqual(['COMPUTER_SLEEPS'])
  })
})
