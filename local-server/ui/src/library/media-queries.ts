import { parseResponse, api, pageApi } from '../api-client.ts'
import { keyedQuery, keyedPagesQuery, keys } from '../query-keys.ts'

export type MediaFilter = 'all' | 'image' | 'video'

/** Some screens full. */
const PAGE_SIZE = 80

/** The newest one and how many there are: enough to know whether the list is what it was, however long that is. */
export function newestMediaQuery(kind: MediaFilter) {
  return keyedQuery(keys.newestMedia(kind), { queryFn: () => readMedia(kind, { limit: 1, offset: 0 }) })
}

function readMedia(
  kind: MediaFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
) {
  const page = { limit: String(limit), offset: String(offset) }
  return parseResponse(api.media.$get({ query: kind === 'all' ? page : { ...page, type: kind } }))
}

/** Stored media, newest first, page by page. What this page itself changes is put in its place: see media-cache.ts. */
export function mediaListQuery(kind: MediaFilter) {
  return keyedPagesQuery(keys.mediaList(kind), {
    queryFn: ({ pageParam }) => readMedia(kind, { limit: PAGE_SIZE, offset: pageParam }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      last.hasMore ? pages.reduce((sum, { files }) => sum + files.length, 0) : undefined,
    // A file that arrives while paging moves the last of one page to the next, where it comes a second time.
    select: ({ pages }) => ({
      files: [...new Map(pages.flatMap(({ files }) => files).map((file) => [file.id, file])).values()],
      total: pages.at(-1)?.total ?? 0,
    }),
    staleTime: 30_000,
  })
}

/** Counts the drafts and scheduled posts that use the file. */
export function mediaUsesQuery(id: string) {
  return keyedQuery(keys.mediaUses(id), {
    queryFn: () => parseResponse(pageApi.media[':id'].uses.$get({ param: { id } })),
  })
}
