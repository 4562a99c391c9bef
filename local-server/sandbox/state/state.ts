// Everything the sandbox knows of Instagram, in memory, and written to the store before any answer.
import type { Instant } from '../../../core/time.ts'
import type { Recall } from './recall.ts'
import type { Arrival, Container, LivePost, PublishRecord } from './records.ts'
import { recallState, rememberContainer, rememberMedia, topPosts, type Memory } from './state-memory.ts'
import type { SandboxStore } from './store.ts'

/** Posts that are prepared. */
interface Containers {
  container(id: string): Container | null
  addContainer(facts: Omit<Container, 'id'>, picture: Uint8Array | null): Container
  /** The arrival of the video that the container is made from; null while it is on its way. */
  arrivalOf(containerId: string): Arrival | null
  addArrival(arrival: Arrival): void
  /** The containers of albums that this one is a part of, published or not. */
  albumsOf(containerId: string): readonly Container[]
  containersSince(accountId: string, instant: Instant): number
}

/** Posts that are live, or were. */
interface Posts {
  /** Puts the container's post live. Durable when it returns, and undone by nothing but a deletion. */
  publish(container: Container, at: Instant): PublishRecord
  /** By media id or by shortcode, the parts of albums included. */
  live(idOrShortcode: string): LivePost | null
  /** Takes a post down for good. Its container stays published and its place in the quota taken. */
  remove(mediaId: string, at: Instant): void
  wasRemoved(idOrShortcode: string): boolean
  hasComments(mediaId: string): boolean
  setComments(mediaId: string, isEnabled: boolean): void
  /** The first media of the container, deleted or not; null while it is not published. */
  mediaOf(containerId: string): PublishRecord | null
  /** All live posts, newest first, without the parts of albums. */
  livePosts(accountId?: string): LivePost[]
  /** The picture of a live post, or of its cover. */
  image(mediaId: string): Uint8Array<ArrayBuffer> | null
  publishesSince(accountId: string, instant: Instant): number
}

export interface SandboxState extends Containers, Posts {}

/** Reads the store when the first call needs it, not while a server starts. */
export function createState(store: SandboxStore, recall: Recall): SandboxState {
  let read: Memory | undefined
  const memory = () => (read ??= recallState(recall))
  return { ...containersIn(store, memory), ...postsIn(store, memory) }
}

function containersIn(store: SandboxStore, memory: () => Memory): Containers {
  return {
    container: (id) => memory().containers.get(id) ?? null,
    addContainer(facts, picture) {
      const container = { ...facts, id: memory().nextContainerId() }
      if (picture) store.putImage(container.id, picture)
      store.put('container', container.id, JSON.stringify(container))
      rememberContainer(memory(), container)
      return container
    },
    arrivalOf: (containerId) => memory().arrivals.get(containerId) ?? null,
    addArrival(arrival) {
      store.put('arrival', arrival.containerId, JSON.stringify(arrival))
      memory().arrivals.set(arrival.containerId, arrival)
    },
    albumsOf: (containerId) => memory().albums.get(containerId) ?? [],
    containersSince: (accountId, instant) =>
      count(memory().containers.values(), (one) => one.createdAt > instant && isOf(one, accountId)),
  }
}

function postsIn(store: SandboxStore, memory: () => Memory): Posts {
  const find = (key: string) => memory().posts.get(key) ?? memory().byShortcode.get(key) ?? null
  const live = (key: string) => {
    const post = find(key)
    return post && !memory().removed.has(post.parentId ?? post.media.id) ? post : null
  }
  return {
    publish(container, at) {
      const { nextMediaId } = memory()
      const id = nextMediaId()
      const children = container.children.map((containerId) => ({ id: nextMediaId(), containerId }))
      const media = { id, containerId: container.id, publishedAt: at, children }
      store.put('media', media.id, JSON.stringify(media))
      rememberMedia(memory(), media)
      return media
    },
    live,
    remove(mediaId, at) {
      store.put('deletion', mediaId, JSON.stringify({ id: mediaId, at }))
      memory().removed.add(mediaId)
    },
    wasRemoved: (key) => memory().removed.has(find(key)?.media.id ?? ''),
    hasComments: (mediaId) => memory().comments.get(mediaId) ?? true,
    setComments(mediaId, isEnabled) {
      store.put('comments', mediaId, JSON.stringify(isEnabled))
      memory().comments.set(mediaId, isEnabled)
    },
    mediaOf: (containerId) => memory().byContainer.get(containerId) ?? null,
    livePosts: (accountId) =>
      topPosts(memory())
        .filter(({ media, container }) => !memory().removed.has(media.id) && isOf(container, accountId))
        .toReversed(),
    image(mediaId) {
      const post = live(mediaId)
      return post && store.image(post.container.id)
    },
    publishesSince: (accountId, instant) =>
      count(
        topPosts(memory()),
        ({ media, container }) => media.publishedAt > instant && isOf(container, accountId),
      ),
  }
}

function isOf({ accountId }: Container, wanted: string | undefined): boolean {
  return wanted === undefined || accountId === wanted
}

function count<T>(items: Iterable<T>, matches: (item: T) => boolean): number {
  let found = 0
  for (const item of items) if (matches(item)) found += 1
  return found
}
