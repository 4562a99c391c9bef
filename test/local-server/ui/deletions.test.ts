import { QueryObserver, type QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../local-server/ui/src/api-client.ts'
import { followRevision } from '../../../local-server/ui/src/app/changes.ts'
import { createQueryClient } from '../../../local-server/ui/src/app/query-client.ts'
import { keyedQuery, keys, type Key } from '../../../local-server/ui/src/query-keys.ts'
import { sendDeletion } from '../../../local-server/ui/src/shared/deletions.ts'

const id = '7f0c1d52-6e0b-4c55-9a0e-3f1f7f1f2a10'
const settled = () => new Promise<void>((resolve) => setTimeout(resolve))
const aClient = () => createQueryClient()

/** A screen that shows what is kept under a key, and how often the server was asked for it. */
function aScreen(client: QueryClient, queryKey: Key<unknown>) {
  let asked = 0
  const queryFn = async () => `answer ${(asked += 1)}`
  const observer = new QueryObserver(client, { ...keyedQuery(queryKey, { queryFn }), staleTime: 0 })
  const leave = observer.subscribe(() => {})
  return { leave, asked: () => asked, result: () => observer.getCurrentResult() }
}

async function seeChange(client: QueryClient, data: number): Promise<void> {
  client.setQueryData(keys.changes, await followRevision(client, { start: 'x', data }))
  await settled()
}

describe('what the page deletes', () => {
  it.each([
    ['a post', keys.post(id)],
    ['the attempts of a post', keys.attempts(id)],
    ['the uses of a file', keys.mediaUses(id)],
    ['the story reposts of an account', keys.repostStatus(id)],
  ])('is not asked for when a change is seen before the deletion is answered: %s', async (_what, key) => {
    const client = aClient()
    const screen = aScreen(client, key as Key<unknown>)
    await seeChange(client, 1)
    let answer = () => {}
    const deleted = sendDeletion(client, id, () => new Promise<void>((resolve) => (answer = resolve)))
    await settled()
    await seeChange(client, 2)
    expect(screen.asked()).toBe(1)
    expect(screen.result().data).toBe('answer 1')
    answer()
    await deleted
    await client.invalidateQueries()
    expect(screen.asked()).toBe(1)
  })

  it('is not found on a later screen, which asks nobody', async () => {
    const client = aClient()
    await sendDeletion(client, id, async () => {})
    const screen = aScreen(client, keys.post(id))
    await settled()
    expect(screen.asked()).toBe(0)
    expect(screen.result().error).toMatchObject({ status: 404 })
  })

  it('is asked for again when it could not be deleted', async () => {
    const client = aClient()
    const screen = aScreen(client, keys.post(id))
    await settled()
    const refusal = new ApiError({ code: 'INTERNAL_ERROR', error: 'no', status: 500 })
    await expect(sendDeletion(client, id, () => Promise.reject(refusal))).rejects.toBe(refusal)
    await settled()
    expect(screen.asked()).toBe(2)
  })

  it('is deleted only when what was asked before has been answered', async () => {
    const client = aClient()
    let answer = (_post: string) => {}
    const queryFn = () => new Promise<string>((resolve) => (answer = resolve))
    const reading = client.fetchQuery(keyedQuery(keys.post(id) as Key<unknown>, { queryFn }))
    let isSent = false
    const deleted = sendDeletion(client, id, async () => {
      isSent = true
    })
    await settled()
    expect(isSent).toBe(false)
    answer('the post')
    await Promise.all([reading, deleted])
    expect(isSent).toBe(true)
  })

  it('leaves everything else as it was', async () => {
    const client = aClient()
    const other = aScreen(client, keys.post('another'))
    await seeChange(client, 1)
    await sendDeletion(client, id, async () => {})
    await seeChange(client, 2)
    expect(other.asked()).toBe(2)
  })
})
