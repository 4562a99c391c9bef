// The first post of a new data folder: it shows the product at work before the user has read anything, through the
// same upload, publishing and platform dialect as every later post.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PostBody } from '../../core/api/posts.ts'
import type { Media } from '../../core/features/media/media.ts'
import type { PostLedger } from '../../core/ports/posts/publication-ledger.ts'
import type { Posts } from '../../core/features/posts/posts.ts'
import { repositoryRoot } from '../paths.ts'
import type { Transcript } from '../terminal/transcript.ts'

const PHOTO = join(repositoryRoot, 'local-server', 'demo', 'sunrise.jpg')
const CAPTION = 'First light over the harbour. Posted by Nightpost, once and on time. 🌙'
const PATIENCE_MS = 15_000
const LOOK_EVERY_MS = 20

interface FirstPostDeps {
  readonly media: Media
  readonly posts: Posts
  readonly ledger: PostLedger
}

/** Never rejects: a demo that fails must not keep anyone from starting. */
export async function publishFirstPost(
  deps: FirstPostDeps,
  accountId: string,
  transcript: Transcript,
): Promise<void> {
  transcript.done('Publishing a first post')
  try {
    const media = await deps.media.upload(await uploadRequest())
    transcript.part('Image uploaded', `sunrise.jpg, ${media.width} × ${media.height}, normalised to JPEG`)
    const { postId } = await deps.posts.publishNow({
      accountId,
      mediaType: 'IMAGE',
      mediaFileId: media.id,
      caption: CAPTION,
    })
    await follow(deps, postId, transcript)
  } catch (error) {
    transcript.line(`      The first post failed: ${error instanceof Error ? error.message : String(error)}`)
  }
}

async function uploadRequest(): Promise<Request> {
  const form = new FormData()
  form.set('file', new File([await readFile(PHOTO)], 'sunrise.jpg', { type: 'image/jpeg' }))
  return new Request('http://localhost/upload', { method: 'POST', body: form })
}

async function follow({ posts, ledger }: FirstPostDeps, id: string, transcript: Transcript): Promise<void> {
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_EVERY_MS) {
    const post = await posts.show(id)
    if (post.igPermalink !== null || post.status === 'FAILED') {
      const { containerId } = (await ledger.latestPublication(id)) ?? { containerId: null }
      if (containerId !== null) transcript.part('Container created', containerId)
      return report(post, transcript)
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  transcript.line('      Still publishing; the page shows how it ends.')
}

function report(post: PostBody, transcript: Transcript): void {
  if (post.status === 'FAILED') transcript.line(`      The first post failed: ${post.errorMessage}`)
  else transcript.part('Published', post.igPermalink ?? '')
}
