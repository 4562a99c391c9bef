// What the lists of the command line say of what they leave out, against the whole server in this process.
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { printPosts } from '../../../local-server/cli/contract/contract-lists.ts'
import { announceRunning } from '../../../local-server/data-folder/running.ts'
import { wireServer, type WiredServer } from '../wire/wired-server.ts'

let wired: WiredServer
let dataDir: string
beforeAll(async () => {
  wired = await wireServer()
  const { origin, server } = wired
  dataDir = wired.dataDir
  announceRunning(dataDir, { origin, life: server.signingIn.life, asService: false }, server.parts.log)
})
afterAll(() => wired.close())
afterEach(() => vi.restoreAllMocks())

it('a list without posts says how its times were read', async () => {
  const aside = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await printPosts({ dataDir, limit: 20, from: '24.11.2031', to: '24.11.2031 9:00' })
  expect(aside.mock.calls.join('')).toMatch(
    /^There is none from Mon, 24 Nov 2031, 00:00 \S+, before Mon, 24 Nov 2031, 09:00 \S+\.\n$/,
  )
})

it('a list of posts shows when a post went live', async () => {
  const { accounts } = (await (await wired.get('/api/v1/auth/me')).json()) as { accounts: { id: string }[] }
  const post = { accountId: accounts[0]?.id, mediaType: 'IMAGE', mediaFileId: (await wired.upload()).id }
  await wired.send('POST', '/api/v1/posts/publish', post)
  await wired.publishDue()
  const rows = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  await printPosts({ dataDir, limit: 1, status: 'published' })
  expect(rows.mock.calls.join('')).toMatch(/ PUBLISHED {2}IMAGE {2}\S*\d{4}, /)
})

it('a list of posts says how many there are, when it has not all', async () => {
  const { accounts } = (await (await wired.get('/api/v1/auth/me')).json()) as { accounts: { id: string }[] }
  const posts = Array.from({ length: 3 }, () => ({ accountId: accounts[0]?.id, mediaType: 'IMAGE' }))
  await wired.send('POST', '/api/v1/posts/draft/bulk', { posts })
  const rows = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const aside = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  for (const limit of [2, 3]) await printPosts({ dataDir, limit, status: 'draft' })
  const said = [rows.mock.calls.length, aside.mock.calls.map(([text]) => text)]
  expect(said).toEqual([5, ['2 of 3: --limit shows up to 100.\n']])
})
