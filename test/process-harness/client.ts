// What a user of the server does: uploads, publishes, waits.
import sharp from 'sharp'
import type { MediaFileBody } from '../../core/api/media.ts'
import type { PostBody } from '../../core/api/posts.ts'
import { PATIENCE } from '../patience.ts'
import type { ServerProcess } from './server-process.ts'

/** A small square JPEG that can be published. */
export async function smallPicture(): Promise<Buffer<ArrayBuffer>> {
  const grey = { width: 320, height: 320, channels: 3 as const, background: '#888' }
  return Buffer.from(await sharp({ create: grey }).jpeg().toBuffer())
}

export function fileForm(
  bytes: Uint8Array<ArrayBuffer>,
  name = 'picture.jpg',
  type = 'image/jpeg',
): FormData {
  const form = new FormData()
  form.set('file', new File([bytes], name, { type }))
  return form
}

interface Named {
  readonly name: string
  readonly type: string
}

export function upload(
  server: ServerProcess,
  bytes: Uint8Array<ArrayBuffer>,
  { name, type }: Partial<Named> = {},
): Promise<Response> {
  return server.api('/media/upload', { method: 'POST', body: fileForm(bytes, name, type) })
}

export async function uploaded(
  server: ServerProcess,
  bytes?: Uint8Array<ArrayBuffer>,
  named: Partial<Named> = {},
): Promise<MediaFileBody> {
  const response = await upload(server, bytes ?? (await smallPicture()), named)
  if (response.status !== 201) throw new Error(`the upload was refused: ${await response.text()}`)
  return response.json() as Promise<MediaFileBody>
}

export async function accountId(server: ServerProcess): Promise<string> {
  const { accounts } = (await (await server.api('/auth/me')).json()) as { accounts: { id: string }[] }
  const [account] = accounts
  if (!account) throw new Error('there is no account')
  return account.id
}

/** Accepts a picture for publishing at once. Resolves with the post's id. */
export async function publish(
  server: ServerProcess,
  post: { accountId: string; mediaFileId: string; caption: string },
): Promise<string> {
  const response = await server.api('/posts/publish', { json: { mediaType: 'IMAGE', ...post } })
  if (response.status !== 202) throw new Error(`the post was refused: ${await response.text()}`)
  return ((await response.json()) as { postId: string }).postId
}

export async function postOf(server: ServerProcess, id: string): Promise<PostBody> {
  return (await server.api(`/posts/${id}`)).json() as Promise<PostBody>
}

/** Polls until the post has come to an end. */
export async function terminalPost(server: ServerProcess, id: string): Promise<PostBody> {
  const deadline = performance.now() + PATIENCE
  for (;;) {
    const post = await postOf(server, id)
    if (post.status === 'PUBLISHED' || post.status === 'FAILED') return post
    if (performance.now() > deadline) throw new Error(`post ${id} is still ${post.status}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
