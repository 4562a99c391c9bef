// Posts as they were made elsewhere, for pages that show them.
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { PostBody } from '../../../core/api/posts.ts'
import type { FaultRequest } from '../../../local-server/sandbox/faults/fault.ts'
import { accountId, postOf, publish, terminalPost, uploaded } from '../../process-harness/client.ts'
import type { ServerProcess } from '../../process-harness/server-process.ts'

/** Makes the server's own sandbox fail. */
export async function fault(server: ServerProcess, request: FaultRequest): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify(request) }
  expect((await server.request('/sandbox/faults', init)).status).toBe(201)
}

/** Resolves when it has come to an end, live or failed; of a live one the address is known by then, which is read after it. */
export async function published(
  server: ServerProcess,
  caption: string,
  bytes?: Uint8Array<ArrayBuffer>,
): Promise<PostBody> {
  const media = await uploaded(server, bytes)
  const post = { accountId: await accountId(server), mediaFileId: media.id, caption }
  const { id, status } = await terminalPost(server, await publish(server, post))
  if (status === 'PUBLISHED')
    await expect.poll(async () => (await postOf(server, id)).igPermalink).not.toBeNull()
  return postOf(server, id)
}

export async function drafted(server: ServerProcess, caption: string): Promise<PostBody> {
  const { id } = await uploaded(server)
  const json = { accountId: await accountId(server), mediaType: 'IMAGE', mediaFileId: id, caption }
  return (await server.api('/posts/draft', { json })).json() as Promise<PostBody>
}

/** By its address, as a link from elsewhere. `search` begins with a question mark. */
export async function openPost(page: Page, { id, caption }: PostBody, search = ''): Promise<void> {
  await page.goto(`${new URL(page.url()).origin}/posts/${id}${search}`)
  await page.getByRole('heading', { name: caption ?? '', level: 1 }).waitFor()
}

export function rowOf(page: Page, text: string): Locator {
  return page.getByRole('main').getByRole('listitem').filter({ hasText: text })
}

export function toast(page: Page, text: string): Locator {
  return page.getByRole('alert').filter({ hasText: text })
}
