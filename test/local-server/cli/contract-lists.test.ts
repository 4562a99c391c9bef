// What the lists of the command line say of what they leave out, against the whole server in this process.
import { expect, it, vi } from 'vitest'
import { printPosts } from '../../../local-server/cli/contract/contract-lists.ts'
import { announceRunning } from '../../../local-server/data-folder/running.ts'
import { wireServer } from '../wire/wired-server.ts'

it('a list of posts says how many there are, when it has not all', async () => {
  const wired = await wireServer()
  const { dataDir, origin, server } = wired
  announceRunning(dataDir, { origin, life: server.signingIn.life, asService: false }, server.parts.log)
  const { accounts } = (await (await wired.get('/api/v1/auth/me')).json()) as { accounts: { id: string }[] }
  const posts = Array.from({ length: 3 }, () => ({ accountId: accounts[0]?.id, mediaType: 'IMAGE' }))
  await wired.send('POST', '/api/v1/posts/draft/bulk', { posts })
  const rows = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const aside = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  for (const limit of [2, 3]) await printPosts({ dataDir, limit })
  const said = [rows.mock.calls.length, aside.mock.calls.map(([text]) => text)]
  vi.restoreAllMocks()
  await wired.close()
  expect(said).toEqual([5, ['2 of 3: --limit shows up to 100.\n']])
})
