import { afterEach, expect, it, vi } from 'vitest'
import type { PostBody } from '../../../../core/api/posts.ts'
import { contentToCopy, copyToDraft } from '../../../../local-server/ui/src/posts/copies.ts'

afterEach(() => vi.unstubAllGlobals())

it('sends the copy that restores a draft under the key that it is given, so that there is one, however often it is sent', async () => {
  const sent: { readonly key: string | null; readonly body: unknown }[] = []
  vi.stubGlobal('fetch', async (_url: unknown, { headers, body }: RequestInit) => {
    sent.push({ key: new Headers(headers).get('Idempotency-Key'), body })
    return Response.json({ id: 'copy' })
  })
  const post = { mediaType: 'IMAGE', mediaFiles: [], caption: 'Tea' } as Partial<PostBody> as PostBody
  for (let time = 0; time < 2; time += 1) await copyToDraft({ post, accountId: 'a', key: 'key' })
  await copyToDraft({ post, accountId: 'a' })
  expect(sent.map(({ key }) => key)).toEqual(['key', 'key', null])
  expect(sent[1]?.body).toBe(sent[0]?.body)
})

it('is copied onto the linked Page of its own account, and of no other', async () => {
  const post = {
    platformAccountId: 'gone',
    mediaType: 'IMAGE',
    mediaFiles: [],
    crossPostToPartner: true,
  } as Partial<PostBody> as PostBody
  expect((await contentToCopy({ post })).crossPostToPartner).toBe(true)
  expect(await contentToCopy({ post, accountId: 'other' })).toMatchObject({
    accountId: 'other',
    crossPostToPartner: false,
  })
})
