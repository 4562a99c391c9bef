import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { ApiError } from '../../../local-server/ui/src/api-client.ts'
import { sendDeletions } from '../../../local-server/ui/src/posts/discard-posts.ts'
import { askForExisting } from '../../../local-server/ui/src/shared/deletions.ts'

const ask = (client: QueryClient, id: string) => askForExisting(client, ['post', id], () => 'asked')

it('asks no more for those of many that are deleted, and again for those that stay', async () => {
  const client = new QueryClient()
  const { promise: answered, resolve: answer } = Promise.withResolvers<readonly string[]>()
  const sending = sendDeletions(client, ['one', 'two'], { send: () => answered, gone: (ids) => ids })
  await expect(ask(client, 'one')).rejects.toThrow(ApiError)
  await expect(ask(client, 'two')).rejects.toThrow(ApiError)
  answer(['one'])
  await sending
  await expect(ask(client, 'one')).rejects.toThrow(ApiError)
  expect(await ask(client, 'two')).toBe('asked')
})

it('asks for all of them again when the deletion of many was refused', async () => {
  const client = new QueryClient()
  const send = () => Promise.reject(new Error('refused'))
  await expect(sendDeletions(client, ['one'], { send, gone: () => [] })).rejects.toThrow('refused')
  expect(await ask(client, 'one')).toBe('asked')
})
