// Containers and live posts by everything that leads to them: built from the records once, and kept up with each write.
import { shortcodeOf } from './ids.ts'
import type { Container, LivePost, PublishRecord } from './records.ts'

export interface PostIndex {
  /** Albums by the container id of a part. */
  readonly albums: Map<string, Container[]>
  /** By media id, oldest first, each album in front of its parts. */
  readonly posts: Map<string, LivePost>
  readonly byShortcode: Map<string, LivePost>
  readonly byContainer: Map<string, PublishRecord>
}

type Containers = ReadonlyMap<string, Container>

export function createPostIndex(containers: Containers, media: Iterable<PublishRecord>): PostIndex {
  const index = { albums: new Map(), posts: new Map(), byShortcode: new Map(), byContainer: new Map() }
  for (const container of containers.values()) addContainer(index, container)
  for (const one of media) addMedia(index, one, containers)
  return index
}

export function addContainer({ albums }: PostIndex, container: Container): void {
  for (const child of container.children) albums.set(child, [...(albums.get(child) ?? []), container])
}

export function addMedia(index: PostIndex, media: PublishRecord, containers: Containers): void {
  const container = containers.get(media.containerId)
  if (!container) return
  const children = media.children.flatMap((child): LivePost[] => {
    const part = containers.get(child.containerId)
    const { publishedAt } = media
    const own = { ...child, publishedAt, children: [] }
    return part ? [{ media: own, container: part, children: [], parentId: media.id }] : []
  })
  for (const post of [{ media, container, children, parentId: null }, ...children]) {
    index.posts.set(post.media.id, post)
    index.byShortcode.set(shortcodeOf(post.media.id), post)
    if (!index.byContainer.has(post.container.id)) index.byContainer.set(post.container.id, post.media)
  }
}

/** Without the parts of albums. */
export function topPosts({ posts }: PostIndex): LivePost[] {
  return [...posts.values()].filter(({ parentId }) => parentId === null)
}
