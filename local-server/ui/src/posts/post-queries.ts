import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { PostBody } from '../../../../core/api/posts.ts'
import { answer, api } from '../api-client.ts'

const PAGE_SIZE = 20
const IN_FLIGHT = new Set<PostBody['status']>(['QUEUED', 'PROCESSING', 'PUBLISHING'])
const WHILE_IN_FLIGHT_MS = 3_000
const OTHERWISE_MS = 60_000

export function isInFlight({ status }: PostBody): boolean {
  return IN_FLIGHT.has(status)
}

/** One post with its media. */
export function postQuery(id: string) {
  return queryOptions({
    queryKey: ['posts', 'one', id],
    queryFn: () => answer(api.posts[':id'].$get({ param: { id } })),
  })
}

/** All posts, newest first, page by page. */
export const postListQuery = infiniteQueryOptions({
  queryKey: ['posts', 'list'],
  queryFn: ({ pageParam }) =>
    answer(api.posts.$get({ query: { page: String(pageParam), limit: String(PAGE_SIZE) } })),
  initialPageParam: 1,
  getNextPageParam: ({ page, hasMore }) => (hasMore ? page + 1 : undefined),
  // A post that arrives while paging moves the last of one page to the next, where it comes a second time.
  select: ({ pages }) => [
    ...new Map(pages.flatMap(({ posts }) => posts).map((post) => [post.id, post])).values(),
  ],
  refetchInterval: ({ state }) =>
    state.data?.pages.some(({ posts }) => posts.some(isInFlight)) ? WHILE_IN_FLIGHT_MS : OTHERWISE_MS,
})

/** The post that went live last, or null. */
export const newestPublishedQuery = queryOptions({
  queryKey: ['posts', 'newest published'],
  queryFn: async () => {
    const { posts } = await answer(api.posts.$get({ query: { status: 'PUBLISHED', limit: '1' } }))
    const [newest] = posts
    return newest ? answer(api.posts[':id'].$get({ param: { id: newest.id } })) : null
  },
})
