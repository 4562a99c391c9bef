// Many posts in one request, on SQLite: a fake store takes any value, a database does not.
import { expect, it } from 'vitest'
import { DAY, HOUR, toIso } from '../../../core/time.ts'
import { wireServer } from './wired-server.ts'

it('takes a batch whatever its posts carry that the contract does not know', async () => {
  const { get, send, upload, close } = await wireServer()
  const me = (await (await get('/api/v1/auth/me')).json()) as { accounts: { id: string }[] }
  const picture = { accountId: me.accounts[0]?.id, mediaType: 'IMAGE', mediaFileId: (await upload()).id }
  const at = (time: number) => ({ ...picture, scheduledFor: toIso(Date.now() + time) })
  const posts = [at(DAY), { ...at(DAY + HOUR), postId: { of: 'ours' } }]
  const answer = await send('POST', '/api/v1/schedule/bulk', { posts })
  await close()
  expect(await answer.json()).toMatchObject({ scheduled: 2 })
})
