// Everything the sandbox knows, in memory, and written to the store before anybody is told.
import type { Instant } from '../../core/time.ts'
import { createIdSequence, shortcodeOf } from './ids.ts'
import type { Container, LivePost, Media } from './records.ts'
import type { RecordKind, SandboxStore } from './store.ts'

// Two ranges, so that a container id taken for a media id is found out.
const FIRST_CONTAINER = 17_900_000_000_000_001n
const FIRST_MEDIA = 18_000_000_000_000_001n

export interface SandboxState {
  container(id: string): Container | null
  addContainer(facts: Omit<Container, 'id'>, image: Uint8Array): Container
  /** Puts the container's post live. Durable when it returns, and not undone by anything. */
  publish(container: Container, at: Instant): Media
  /** By media id or by shortcode. */
  live(idOrShortcode: string): LivePost | null
  /** The first media of the container, null while it is not published. */
  mediaOf(containerId: string): Media | null
  /** All live posts, newest first. */
  livePosts(): LivePost[]
  /** The picture of a live post. */
  image(mediaId: string): Uint8Array<ArrayBuffer> | null
  containersSince(instant: Instant): number
  publishesSince(instant: Instant): number
}

/** Reads the store when the first call needs it, not while a server starts. */
export function createState(store: SandboxStore): SandboxState {
  let read: Memory | undefined
  const memory = () => (read ??= readMemory(store))
  return {
    container: (id) => memory().containers.get(id) ?? null,
    addContainer(facts, image) {
      const container = { id: memory().nextContainerId(), ...facts }
      store.putImage(container.id, image)
      store.put('container', container.id, JSON.stringify(container))
      memory().containers.set(container.id, container)
      return container
    },
    publish(container, at) {
      const media = { id: memory().nextMediaId(), containerId: container.id, publishedAt: at }
      store.put('media', media.id, JSON.stringify(media))
      remember(memory(), { media, container })
      return media
    },
    live: (key) => memory().posts.get(key) ?? memory().byShortcode.get(key) ?? null,
    mediaOf: (containerId) => memory().byContainer.get(containerId) ?? null,
    livePosts: () => [...memory().posts.values()].reverse(),
    image(mediaId) {
      const post = memory().posts.get(mediaId)
      return post ? store.image(post.container.id) : null
    },
    containersSince: (instant) => count(memory().containers.values(), ({ createdAt }) => createdAt > instant),
    publishesSince: (instant) => count(memory().posts.values(), ({ media }) => media.publishedAt > instant),
  }
}

interface Memory {
  readonly containers: Map<string, Container>
  /** By media id, oldest first. */
  readonly posts: Map<string, LivePost>
  readonly byShortcode: Map<string, LivePost>
  readonly byContainer: Map<string, Media>
  readonly nextContainerId: () => string
  readonly nextMediaId: () => string
}

function readMemory(store: SandboxStore): Memory {
  const records = store.load()
  const ids = (kind: RecordKind) => records.filter((record) => record.kind === kind).map(({ id }) => id)
  const memory: Memory = {
    containers: new Map(),
    posts: new Map(),
    byShortcode: new Map(),
    byContainer: new Map(),
    nextContainerId: createIdSequence(FIRST_CONTAINER, ids('container')),
    nextMediaId: createIdSequence(FIRST_MEDIA, ids('media')),
  }
  // A container is always written before its media.
  for (const { kind, id, json } of records) {
    if (kind === 'container') memory.containers.set(id, JSON.parse(json) as Container)
    else {
      const media = JSON.parse(json) as Media
      const container = memory.containers.get(media.containerId)
      if (container) remember(memory, { media, container })
    }
  }
  return memory
}

function remember(memory: Memory, post: LivePost): void {
  const { media, container } = post
  memory.posts.set(media.id, post)
  memory.byShortcode.set(shortcodeOf(media.id), post)
  if (!memory.byContainer.has(container.id)) memory.byContainer.set(container.id, media)
}

function count<T>(items: Iterable<T>, matches: (item: T) => boolean): number {
  let found = 0
  for (const item of items) if (matches(item)) found += 1
  return found
}
