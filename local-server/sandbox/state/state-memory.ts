// The memory of the sandbox: maps that are built from the records once, and kept up with each write.
import { createIdSequence, shortcodeOf } from './ids.ts'
import type { Recall } from './recall.ts'
import {
  readContainerRecord,
  readMediaRecord,
  type Arrival,
  type Container,
  type LivePost,
  type PublishRecord,
} from './records.ts'

// Two ranges, so that a container id mistaken for a media id is noticed.
const FIRST_CONTAINER = 17_900_000_000_000_001n
const FIRST_MEDIA = 18_000_000_000_000_001n

export interface Memory {
  readonly containers: Map<string, Container>
  readonly arrivals: Map<string, Arrival>
  /** By the container id of a part. */
  readonly albums: Map<string, Container[]>
  /** By media id, oldest first, each album in front of its parts. */
  readonly posts: Map<string, LivePost>
  readonly byShortcode: Map<string, LivePost>
  readonly byContainer: Map<string, PublishRecord>
  readonly removed: Set<string>
  /** By media id, where somebody has switched them off or on. */
  readonly comments: Map<string, boolean>
  readonly nextContainerId: () => string
  readonly nextMediaId: () => string
}

export function recallState(recall: Recall): Memory {
  const media = recall('media').map(({ json }) => readMediaRecord(json))
  const mediaIds = media.flatMap(({ id, children }) => [id, ...children.map((child) => child.id)])
  const containers = recall('container')
  const arrivals = recall('arrival').map(({ json }) => JSON.parse(json) as Arrival)
  const memory: Memory = {
    containers: new Map(),
    arrivals: new Map(arrivals.map((arrival) => [arrival.containerId, arrival])),
    albums: new Map(),
    posts: new Map(),
    byShortcode: new Map(),
    byContainer: new Map(),
    removed: new Set(recall('deletion').map(({ id }) => id)),
    comments: new Map(recall('comments').map(({ id, json }) => [id, json === 'true'])),
    nextContainerId: createIdSequence(
      FIRST_CONTAINER,
      containers.map(({ id }) => id),
    ),
    nextMediaId: createIdSequence(FIRST_MEDIA, mediaIds),
  }
  for (const { json } of containers) rememberContainer(memory, readContainerRecord(json))
  for (const one of media) rememberMedia(memory, one)
  return memory
}

export function rememberContainer({ containers, albums }: Memory, container: Container): void {
  containers.set(container.id, container)
  for (const child of container.children) albums.set(child, [...(albums.get(child) ?? []), container])
}

export function rememberMedia(memory: Memory, media: PublishRecord): void {
  const container = memory.containers.get(media.containerId)
  if (!container) return
  const children = media.children.flatMap((child): LivePost[] => {
    const part = memory.containers.get(child.containerId)
    const { publishedAt } = media
    const own = { ...child, publishedAt, children: [] }
    return part ? [{ media: own, container: part, children: [], parentId: media.id }] : []
  })
  for (const post of [{ media, container, children, parentId: null }, ...children]) {
    memory.posts.set(post.media.id, post)
    memory.byShortcode.set(shortcodeOf(post.media.id), post)
    if (!memory.byContainer.has(post.container.id)) memory.byContainer.set(post.container.id, post.media)
  }
}

/** Without the parts of albums. */
export function topPosts({ posts }: Memory): LivePost[] {
  return [...posts.values()].filter(({ parentId }) => parentId === null)
}
