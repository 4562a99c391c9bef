// The sandbox inside the server, whose program is loaded with the first call.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { createSandbox } from '../../../local-server/sandbox/sandbox.ts'
import { wireServer } from './wired-server.ts'

vi.mock('../../../local-server/sandbox/sandbox.ts', { spy: true })

const refusal = async (response: Response) => {
  const { code } = (await response.json()) as { code: string }
  return [response.status, code]
}

it('answers first calls that arrive together, and refuses other addresses like the rest of the server', async () => {
  const { get, close } = await wireServer()
  const asked = ['/sandbox', '/sandbox/faults', '/sandbox/nowhere']
  const [feed, faults, nowhere] = await Promise.all(asked.map(get))
  expect([feed?.status, faults?.status]).toEqual([200, 200])
  expect(nowhere && (await refusal(nowhere))).toEqual([404, 'NOT_FOUND'])
  await close()
})

it('refuses calls whose file cannot be opened, and the server goes on', async () => {
  const { dataDir, get, close } = await wireServer()
  mkdirSync(join(dataDir, 'sandbox.db'))
  expect(await refusal(await get('/sandbox'))).toEqual([500, 'INTERNAL_ERROR'])
  expect((await get('/api/v1/health')).status).toBe(200)
  await close()
})

it('does not take a damaged file of the sandbox for damage of the database', async () => {
  const { dataDir, get, close, server } = await wireServer()
  writeFileSync(join(dataDir, 'sandbox.db'), 'no database')
  expect(await refusal(await get('/sandbox'))).toEqual([500, 'INTERNAL_ERROR'])
  expect(await server.parts.storage.probe()).toEqual({ database: null, files: null })
  const log = readFileSync(join(dataDir, 'logs', 'nightpost.log'), 'utf8')
  expect(log).toMatch(/sandbox\.db, cannot be used: .*only practice posts are lost/)
  rmSync(join(dataDir, 'sandbox.db'))
  expect((await get('/sandbox')).status).toBe(200)
  await close()
})

it('loads the sandbox again with the next call when loading failed', async () => {
  vi.mocked(createSandbox).mockImplementationOnce(() => {
    throw new Error('too many open files')
  })
  const { get, close } = await wireServer()
  expect(await refusal(await get('/sandbox'))).toEqual([500, 'INTERNAL_ERROR'])
  expect((await get('/sandbox')).status).toBe(200)
  await close()
})

it.each(['Forwarded', 'Via', 'X-Forwarded-For', 'CF-Connecting-IP'])(
  'is closed to a proxy that asks for it by our own name, as %s shows',
  async (header) => {
    const { get, server, origin, close } = await wireServer()
    const forwarded = new Request(`${origin}/sandbox`, { headers: { [header]: 'a' } })
    expect((await get('/sandbox')).status).toBe(200)
    expect(await refusal(await server.app.fetch(forwarded))).toEqual([404, 'NOT_FOUND'])
    await close()
  },
)
