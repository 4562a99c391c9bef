import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { PostBody } from '../../../../core/api/posts.ts'
import { answer, api, pageApi } from '../api-client.ts'
import type { PostFilter } from './post-filter.ts'

const PAGE_SIZE = 20
const IN_FLIGHT = new Set<PostBody['status']>(['QUEUED', 'PROCESSING', 'PUBLISHING'])
const WHILE_IN_FLIGHT_MS = 3_000
const WHILE_IN_DOUBT_MS = 10_000
const OTHERWISE_MS = 60_000
/** The address is read after publishing, and may never come. */
const PERMALINK_PATIENCE_MS = 60_000

export function isInFlight({ status }: Pick<PostBody, 'status'>): boolean {
  return IN_FLIGHT.has(status)
}

/** One post with its media. */
export function postQuery(id: string) {
  return queryOptions({
    queryKey: ['posts', 'one', id],
    queryFn: () => answer(api.posts[':id'].$get({ param: { id } })),
  })
}

/** One post, looked at as often as something may happen to it. */
export function followedPostQuery(id: string) {
  return queryOptions({
    ...postQuery(id),
    refetchInterval: ({ state }) => (state.data ? nextLook(state.data, Date.now()) : false),
  })
}

function nextLook(post: PostBody, now: number): number {
  if (isInFlight(post)) return WHILE_IN_FLIGHT_MS
  if (post.publishOutcome === 'unconfirmed') return WHILE_IN_DOUBT_MS
  const isFresh = post.publishedAt !== null && now - Date.parse(post.publishedAt) < PERMALINK_PATIENCE_MS
  if (isFresh && post.igPermalink === null) return WHILE_IN_FLIGHT_MS
  const isDueSoon =
    post.status === 'SCHEDULED' && Date.parse(post.scheduledFor ?? '') - now < WHILE_IN_DOUBT_MS
  return isDueSoon ? WHILE_IN_FLIGHT_MS : OTHERWISE_MS
}

/** Posts that match, newest first, page by page. */
export function postSearchQuery({ text, statuses, accountId, mediaType }: PostFilter) {
  const wanted = {
    ...(text !== '' && { text }),
    ...(statuses.length > 0 && { status: [...statuses] }),
    ...(accountId !== null && { accountId }),
    ...(mediaType !== null && { mediaType }),
  }
  return infiniteQueryOptions({
    queryKey: ['posts', 'list', wanted],
    queryFn: ({ pageParam }) =>
      answer(
        pageApi.planner.search.$get({
          query: { ...wanted, page: String(pageParam), limit: String(PAGE_SIZE) },
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: ({ page, hasMore }) => (hasMore ? page + 1 : undefined),
    select: ({ pages }) => withoutRepeats(pages.flatMap(({ posts }) => posts)),
    // What was found stays while the next letter is looked for.
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ posts }) => posts.some(isInFlight)) ? WHILE_IN_FLIGHT_MS : OTHERWISE_MS,
  })
}

/** A post that arrives while paging moves the last of one page to the next, where it comes a second time. */
function withoutRepeats<Item extends { readonly id: string }>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [item.id, item])).values()]
}

/** What was deleted, the last first. */
export const deletedPostsQuery = infiniteQueryOptions({
  queryKey: ['posts', 'deleted'],
  queryFn: ({ pageParam }) =>
    answer(api.posts.deleted.$get({ query: { page: String(pageParam), limit: String(PAGE_SIZE) } })),
  initialPageParam: 1,
  getNextPageParam: ({ page, hasMore }) => (hasMore ? page + 1 : undefined),
  select: ({ pages }) => [
    ...new Map(pages.flatMap(({ posts }) => posts).map((entry) => [entry.post.id, entry])).values(),
  ],
  refetchInterval: OTHERWISE_MS,
})

/** What was asked of the platform for a post, oldest first. */
export function attemptsQuery(id: string, live: boolean) {
  return queryOptions({
    queryKey: ['posts', 'attempts', id],
    queryFn: async () => (await answer(api.posts[':id'].attempts.$get({ param: { id } }))).attempts,
    refetchInterval: live ? WHILE_IN_FLIGHT_MS : OTHERWISE_MS,
  })
}

/** The post that went live last, or null. */
export const newestPublishedQuery = queryOptions({
  queryKey: ['posts', 'newest published'],
  queryFn: async () => {
    const { posts } = await answer(api.posts.$get({ query: { status: 'PUBLISHED', limit: '1' } }))
    const [newest] = posts
    return newest ? answer(api.posts[':id'].$get({ param: { id: newest.id } })) : null
  },
})
