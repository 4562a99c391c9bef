// Posts and pictures that a person can hand to their agent, and that it can look at.
import { ResourceNotFoundError, ResourceTemplate, type McpServer } from '@modelcontextprotocol/server'
import type { MediaFileBody } from '../../../core/api/media.ts'
import type { PostBody } from '../../../core/api/posts.ts'
import { firstCharacters } from '../../../core/rules/content/first-characters.ts'
import { refusalText, withoutEmpty } from './answers.ts'
import type { Call } from './requests.ts'
import { shownFileWhole, shownPost } from './shown.ts'
import { id, showThumbnail } from './tools.ts'

const NAME_LENGTH = 60
/** The library has no further pages of a list. */
const MOST = 'limit=100'

export function addResources(server: McpServer, call: Call): void {
  const posts = new ResourceTemplate('nightpost://posts/{id}', {
    async list() {
      const { posts: newest } = await read<{ posts: PostBody[] }>(call, 'nightpost://posts', `/posts?${MOST}`)
      const resources = newest.map(({ id: postId, status, caption }) => ({
        uri: `nightpost://posts/${postId}`,
        ...named(firstCharacters(`${status} ${caption ?? ''}`, NAME_LENGTH).trim()),
        mimeType: 'application/json',
      }))
      return { resources }
    },
  })
  server.registerResource('post', posts, { title: 'A post' }, async ({ href }, variables) => {
    const post = await read<PostBody>(call, href, `/posts/${idIn(href, variables)}`)
    return asJson(href, shownPost(post))
  })
  const media = new ResourceTemplate('nightpost://media/{id}', {
    async list() {
      const { files } = await read<{ files: MediaFileBody[] }>(call, 'nightpost://media', `/media?${MOST}`)
      return {
        resources: files.map(({ id: mediaId, originalFilename }) => ({
          uri: `nightpost://media/${mediaId}`,
          ...named(originalFilename),
        })),
      }
    },
  })
  server.registerResource(
    'media',
    media,
    { title: 'A picture or video, as a thumbnail' },
    async (uri, variables) => {
      const { href } = uri
      const file = await read<MediaFileBody>(call, href, `/media/${idIn(href, variables)}`)
      const picture = await showThumbnail(call, file)
      if (picture === null) return asJson(href, shownFileWhole(file))
      return { contents: [{ uri: href, mimeType: picture.mimeType, blob: picture.data }] }
    },
  )
}

/** By both, or the title of the template would be shown for each. */
const named = (name: string) => ({ name, title: name })

function asJson(uri: string, body: object) {
  return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(body, withoutEmpty) }] }
}

async function read<T>(call: Call, uri: string, path: string): Promise<T> {
  const response = await call(`/api/v1${path}`)
  if (response.ok) return (await response.json()) as T
  throw new ResourceNotFoundError(uri, refusalText(await response.json().catch(() => ({}))))
}

function idIn(uri: string, variables: Readonly<Record<string, unknown>>): string {
  const { data } = id.safeParse(variables['id'])
  if (data !== undefined) return data
  throw new ResourceNotFoundError(uri, 'This is not an id.')
}
