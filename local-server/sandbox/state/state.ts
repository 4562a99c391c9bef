// Everything the sandbox knows of Instagram, in memory, and written to the store before any answer.
import type { Instant } from '../../../core/time.ts'
import { createIdSequence } from './ids.ts'
import type { Journal, Kept } from './journal.ts'
import { addContainer, addMedia, createPostIndex, topPosts, type PostIndex } from './post-index.ts'
import {
  readContainerRecord,
  readMediaRecord,
  type Arrival,
  type Container,
  type Deletion,
  type LivePost,
  type PublishRecord,
} from './records.ts'
import type { SandboxPictures } from './store.ts'

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
  publish(container: Container, at: Instant, how?: Pick<PublishRecord, 'takesPlace'>): PublishRecord
  /** By media id or by shortcode, the parts of albums included. */
  live(idOrShortcode: string): LivePost | null
  /** Takes a post down for good. Its container stays published and its place in the quota taken. */
  remove(mediaId: string, at: Instant): void
  wasRemoved(idOrShortcode: string): boolean
  hasComments(mediaId: string): boolean
  setComments(mediaId: string, isEnabled: boolean): void
  /** Its words were changed in the app. The container keeps those that were asked for. */
  setCaption(mediaId: string, caption: string): void
  /** The first media of the container, deleted or not; null while it is not published. */
  mediaOf(containerId: string): PublishRecord | null
  /** All live posts, newest first, without the parts of albums. */
  livePosts(accountId?: string): LivePost[]
  /** The picture of a live post, or of its cover. */
  image(mediaId: string): Uint8Array<ArrayBuffer> | null
  publishesSince(accountId: string, instant: Instant): number
}

export interface SandboxState extends Containers, Posts {}

// Two ranges, so that a container id mistaken for a media id is noticed.
const FIRST_CONTAINER = 17_900_000_000_000_001n
const FIRST_MEDIA = 18_000_000_000_000_001n

export function createState(journal: Journal, pictures: SandboxPictures): SandboxState {
  const containers = journal.kept('container', readContainerRecord)
  const media = journal.kept('media', readMediaRecord)
  let read: PostIndex | undefined
  const index = () => (read ??= createPostIndex(containers.all(), media.all().values()))
  const records = { journal, pictures, containers, media, index }
  return { ...containersIn(records), ...postsIn(records) }
}

interface Records {
  readonly journal: Journal
  readonly pictures: SandboxPictures
  readonly containers: Kept<Container>
  readonly media: Kept<PublishRecord>
  readonly index: () => PostIndex
}

function containersIn({ journal, pictures, containers, index }: Records): Containers {
  const arrivals = journal.kept<Arrival>('arrival')
  const nextId = createIdSequence(FIRST_CONTAINER, () => containers.all().keys())
  return {
    container: (id) => containers.all().get(id) ?? null,
    addContainer(facts, picture) {
      const before = index()
      const container = { ...facts, id: nextId() }
      if (picture) pictures.putImage(container.id, picture)
      addContainer(before, containers.put(container.id, container))
      return container
    },
    arrivalOf: (containerId) => arrivals.all().get(containerId) ?? null,
    addArrival: (arrival) => void arrivals.put(arrival.containerId, arrival),
    albumsOf: (containerId) => index().albums.get(containerId) ?? [],
    containersSince: (accountId, instant) =>
      count(containers.all().values(), (one) => one.createdAt > instant && isOf(one, accountId)),
  }
}

function postsIn({ journal, pictures, containers, media, index }: Records): Posts {
  const deletions = journal.kept<Deletion>('deletion')
  const comments = journal.kept<boolean>('comments')
  const captions = journal.kept<string>('caption')
  const nextId = createIdSequence(FIRST_MEDIA, () => [...media.all().values()].flatMap(idsIn))
  const asShown = (post: LivePost): LivePost => {
    const caption = captions.all().get(post.media.id)
    return caption === undefined ? post : { ...post, container: { ...post.container, caption } }
  }
  const find = (key: string) => {
    const post = index().posts.get(key) ?? index().byShortcode.get(key)
    return post ? asShown(post) : null
  }
  const live = (key: string) => {
    const post = find(key)
    return post && !deletions.all().has(post.parentId ?? post.media.id) ? post : null
  }
  return {
    publish(container, at, how = {}) {
      const before = index()
      const id = nextId()
      const children = container.children.map((containerId) => ({ id: nextId(), containerId }))
      const published = { id, containerId: container.id, publishedAt: at, children, ...how }
      addMedia(before, media.put(id, published), containers.all())
      return published
    },
    live,
    remove: (mediaId, at) => void deletions.put(mediaId, { id: mediaId, at }),
    wasRemoved: (key) => deletions.all().has(find(key)?.media.id ?? ''),
    hasComments: (mediaId) => comments.all().get(mediaId) ?? true,
    setComments: (mediaId, isEnabled) => void comments.put(mediaId, isEnabled),
    setCaption: (mediaId, caption) => void captions.put(mediaId, caption),
    mediaOf: (containerId) => index().byContainer.get(containerId) ?? null,
    livePosts: (accountId) =>
      topPosts(index())
        .filter((post) => !deletions.all().has(post.media.id) && isOf(post.container, accountId))
        .map(asShown)
        .toReversed(),
    image(mediaId) {
      const post = live(mediaId)
      return post && pictures.image(post.container.id)
    },
    publishesSince: (accountId, instant) =>
      count(
        topPosts(index()),
        ({ media: { publishedAt, takesPlace = true }, container }) =>
          takesPlace && publishedAt > instant && isOf(container, accountId),
      ),
  }
}

/** Its own, and those of an album's parts. */
function idsIn({ id, children }: PublishRecord): string[] {
  return [id, ...children.map((child) => child.id)]
}

function isOf({ accountId }: Container, wanted: string | undefined): boolean {
  return wanted === undefined || accountId === wanted
}

function count<T>(items: Iterable<T>, matches: (item: T) => boolean): number {
  let found = 0
  for (const item of items) if (matches(item)) found += 1
  return found
}
