import { keepPreviousData } from '@tanstack/react-query'
import type { PostBody } from '../../../../core/api/posts.ts'
import { ApiError, parseResponse, api, pageApi } from '../api-client.ts'
import { keyedQuery, keyedPagesQuery, keys } from '../query-keys.ts'
import { STATUSES_OF, type ListFilter } from '../plan/plan-address.ts'

const PAGE_SIZE = 20
const IN_FLIGHT = new Set<PostBody['status']>(['QUEUED', 'PROCESSING', 'PUBLISHING'])

export function isInFlight({ status }: Pick<PostBody, 'status'>): boolean {
  return IN_FLIGHT.has(status)
}

/** One post with its media. */
export function postQuery(id: string) {
  return keyedQuery(keys.post(id), {
    queryFn: () => parseResponse(api.posts[':id'].$get({ param: { id } })),
  })
}

/** Why a post could not be read: there is none. An address with something else than an id in it is no post either. */
export function isGone(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400)
}

/** Posts that match, page by page. */
export function postSearchQuery({ text, order, accounts, statuses, types }: ListFilter) {
  const wanted = {
    order,
    ...(text !== '' && { text }),
    ...(statuses.length > 0 && { status: statuses.flatMap((group) => [...STATUSES_OF[group]]) }),
    ...(accounts.length > 0 && { accountId: [...accounts] }),
    ...(types.length > 0 && { mediaType: [...types] }),
  }
  return keyedPagesQuery(keys.postSearch(wanted), {
    queryFn: ({ pageParam }) =>
      parseResponse(
        pageApi.planner.search.$get({
          query: { ...wanted, page: String(pageParam), limit: String(PAGE_SIZE) },
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: ({ page, hasMore }) => (hasMore ? page + 1 : undefined),
    select: ({ pages }) => withoutRepeats(pages.flatMap(({ posts }) => posts)),
    // Results stay while the next letter is searched for.
    placeholderData: keepPreviousData,
  })
}

/** A post that arrives while paging moves the last of one page to the next, where it comes a second time. */
function withoutRepeats<Item extends { readonly id: string }>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [item.id, item])).values()]
}

/** Deleted posts, the last first. */
export const deletedPostsQuery = keyedPagesQuery(keys.deletedPosts, {
  queryFn: ({ pageParam }) =>
    parseResponse(api.posts.deleted.$get({ query: { page: String(pageParam), limit: String(PAGE_SIZE) } })),
  initialPageParam: 1,
  getNextPageParam: ({ page, hasMore }) => (hasMore ? page + 1 : undefined),
  select: ({ pages }) => [
    ...new Map(pages.flatMap(({ posts }) => posts).map((entry) => [entry.post.id, entry])).values(),
  ],
})

/** Requests to the platform for a post, oldest first. */
export function attemptsQuery(id: string) {
  return keyedQuery(keys.attempts(id), {
    queryFn: async () => (await parseResponse(api.posts[':id'].attempts.$get({ param: { id } }))).attempts,
  })
}

/** The post that finished last, live or failed, or null. */
export const lastOutcomeQuery = keyedQuery(keys.lastOutcome, {
  queryFn: async () => (await parseResponse(pageApi.planner['last-outcome'].$get())).post,
})
