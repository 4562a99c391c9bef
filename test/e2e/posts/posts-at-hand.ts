// Posts as they were made elsewhere, for pages that show them.
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { PostBody } from '../../../core/api/posts.ts'
import { toIso } from '../../../core/time.ts'
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

interface Wish {
  readonly caption: string | null
  /** By default a file of its own. */
  readonly mediaFileId?: string
  readonly mediaType?: string
  readonly timezone?: string
}

/** Resolves with its id. `at`: milliseconds since 1970. */
export async function scheduledAt(server: ServerProcess, at: number, wish: Wish): Promise<string> {
  const json = { ...(await contentOf(server, wish)), scheduledFor: toIso(at) }
  const answer = await server.api('/schedule', { json })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { postId: string }).postId
}

export async function drafted(
  server: ServerProcess,
  caption: string,
  wish: Partial<Wish> = {},
): Promise<PostBody> {
  const answer = await server.api('/posts/draft', { json: await contentOf(server, { caption, ...wish }) })
  expect(answer.status).toBe(201)
  return answer.json() as Promise<PostBody>
}

async function contentOf(server: ServerProcess, wish: Wish) {
  const mediaFileId = wish.mediaFileId ?? (await uploaded(server)).id
  return { accountId: await accountId(server), mediaType: 'IMAGE', ...wish, mediaFileId }
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
