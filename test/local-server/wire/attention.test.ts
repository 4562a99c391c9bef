// Each source of attention, as the server wires it: what a row, the hold, the platform or the quarantine says is told.
import { cpSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY, HOUR, toIso } from '../../../core/time.ts'
import { wireServer, type WiredServer } from './wired-server.ts'

let server: WiredServer
let accountId: string

beforeAll(async () => {
  server = await wireServer()
  const me = (await (await server.get('/api/v1/auth/me')).json()) as { accounts: { id: string }[] }
  accountId = me.accounts[0]?.id ?? expect.unreachable()
})
afterAll(() => server.close())

async function codesOf({ get }: WiredServer): Promise<string[]> {
  const { entries } = (await (await get('/api/v1/attention')).json()) as { entries: { code: string }[] }
  return entries.map(({ code }) => code)
}

let postId: string
beforeEach(async () => {
  server.damage('delete from posts')
  server.damage('delete from jobs')
  const { id: mediaFileId } = await server.upload()
  const post = { accountId, mediaType: 'IMAGE', mediaFileId, caption: 'Figs' }
  const scheduledFor = toIso(Date.now() + DAY)
  const answer = await server.send('POST', '/api/v1/schedule', { ...post, scheduledFor })
  postId = ((await answer.json()) as { postId: string }).postId
  expect(await codesOf(server)).toEqual(['COMPUTER_MUST_BE_ON'])
})

const onPost = (change: string) => () => server.damage(`update posts set ${change} where id = ?`, postId)
const onAccount = (change: string) => () => server.damage(`update accounts set ${change}`)
const HAS_FAILED = `completed_at = ${Date.now()}, error_code = 'UNKNOWN_ERROR'`

describe('attention', () => {
  it.each([
    ['POST_FAILED', onPost(`status = 'FAILED', publish_outcome = 'confirmed', ${HAS_FAILED}`)],
    ['POST_UNCONFIRMED', onPost(`status = 'FAILED', publish_outcome = 'unconfirmed', ${HAS_FAILED}`)],
    ['POST_OVERDUE', onPost(`scheduled_for = ${Date.now() - HOUR}`)],
    ['POST_WILL_FAIL', () => server.damage('delete from media')],
    ['ACCOUNT_LIMITED', onAccount(`paused_until = ${Date.now() + HOUR}`), onAccount('paused_until = null')],
    [
      'ACCESS_ENDED',
      onAccount(`token_expires_at = ${Date.now() - HOUR}`),
      onAccount('token_expires_at = null'),
    ],
    [
      'PLAN_LOST',
      () => server.damage(`insert into slot_plans values (?, 1, '{')`, accountId),
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
