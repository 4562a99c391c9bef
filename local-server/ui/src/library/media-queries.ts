import { useDidUpdate } from '@mantine/hooks'
import {
  keepPreviousData,
  useQueries,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { MediaFileBody } from '../../../../core/api/media.ts'
import type { MediaType } from '../../../../core/rules/publication/post-words.ts'
import { parseResponse, api, pageApi } from '../api-client.ts'
import { groups, keyedQuery, keys, type LibraryFile } from '../query-keys.ts'
import { useOverlays } from '../shared/overlay-address.ts'
import { BROWSER_ZONE } from '../shared/when/time-zones.ts'

export interface LibraryFilter {
  readonly text: string
  readonly kind: 'image' | 'video' | null
  readonly worksFor: MediaType | null
  readonly isUnused: boolean
}

export const ANY_FILE: LibraryFilter = { text: '', kind: null, worksFor: null, isUnused: false }

/** Ids of all that matches, newest first, and how many of them each month has. */
export function libraryQuery({ text, kind, worksFor, isUnused }: LibraryFilter) {
  const query = {
    timeZone: BROWSER_ZONE,
    ...(text !== '' && { text }),
    ...(kind && { type: kind }),
    ...(worksFor && { worksFor }),
    ...(isUnused && { unused: 'true' as const }),
  }
  return keyedQuery(keys.library(query), {
    queryFn: () => parseResponse(pageApi.library.$get({ query })),
    placeholderData: keepPreviousData,
  })
}

/** The newest file and how many there are: shows that something came or went elsewhere, however long the list is. */
const newestMediaQuery = keyedQuery(keys.newestMedia, {
  queryFn: () => parseResponse(api.media.$get({ query: { limit: '1', offset: '0' } })),
})

/** Reads the list again when it has changed. */
export function useLibrary(filter: LibraryFilter) {
  const client = useQueryClient()
  const { data: newest } = useQuery(newestMediaQuery)
  const seen = useRef<string | null>(null)
  useEffect(() => {
    if (newest === undefined) return
    const now = `${newest.total} ${newest.files[0]?.id}`
    if (seen.current !== null && seen.current !== now)
      void client.invalidateQueries({ queryKey: groups.library })
    seen.current = now
  }, [client, newest])
  return useQuery(libraryQuery(filter))
}

/** A post that was written over the page uses files that no post used before. */
export function useReadingAfterPost(): void {
  const client = useQueryClient()
  const { post } = useOverlays()
  const isClosed = post === null
  useDidUpdate(() => {
    if (isClosed) void client.invalidateQueries({ queryKey: groups.library })
  }, [isClosed])
}

/** A file of a long list is soon forgotten again. */
const KEPT_MS = 30_000

/** One stored file; null when there is none. */
export function mediaFileQuery(id: string) {
  return keyedQuery(keys.mediaFile(id), {
    queryFn: () => readBesideOthers(id),
    staleTime: KEPT_MS,
    gcTime: KEPT_MS,
  })
}

type Files = ReadonlyMap<string, LibraryFile>
let next: { readonly ids: Set<string>; readonly files: Promise<Files> } | null = null

/** What comes on the screen together is asked for in one request. */
async function readBesideOthers(id: string): Promise<LibraryFile | null> {
  next ??= readTogether()
  next.ids.add(id)
  return (await next.files).get(id) ?? null
}

function readTogether(): NonNullable<typeof next> {
  const ids = new Set<string>()
  const files = Promise.resolve().then(() => {
    next = null
    return readFiles([...ids])
  })
  return { ids, files }
}

const MOST_AT_ONCE = 100

async function readFiles(ids: readonly string[]): Promise<Files> {
  const starts = ids.flatMap((_, index) => (index % MOST_AT_ONCE === 0 ? [index] : []))
  const answers = await Promise.all(
    starts.map((start) =>
      parseResponse(pageApi.library.files.$get({ query: { id: ids.slice(start, start + MOST_AT_ONCE) } })),
    ),
  )
  return new Map(answers.flatMap(({ files }) => files.map((file) => [file.id, file])))
}

/** The same for a file that a post brought along: shown at once, and read again, as the post may have been read before a crop. */
export function fileOfPostQuery(id: string, known: readonly MediaFileBody[]) {
  return {
    ...mediaFileQuery(id),
    initialData: () => known.find((file) => file.id === id),
    initialDataUpdatedAt: 0,
  }
}

/** In the order of the ids: undefined while it is not known, null when there is no such file any more. */
export function useMedia(
  ids: readonly string[],
  known: readonly MediaFileBody[],
): readonly (MediaFileBody | null | undefined)[] {
  return useQueries({
    queries: ids.map((id) => fileOfPostQuery(id, known)),
    combine: (results) => results.map(({ data }) => data),
  })
}

/** Notes what was just learned about files, and returns their ids. */
export function useNoteMedia(): (files: readonly MediaFileBody[]) => string[] {
  const client = useQueryClient()
  return (files) =>
    files.map((file) => {
      client.setQueryData(keys.mediaFile(file.id), file)
      return file.id
    })
}

/** Notes a file that is new here, or of which another version is published from now on. */
export function noteMedia(client: QueryClient, media: MediaFileBody): void {
  client.setQueryData(keys.mediaFile(media.id), media)
  void client.invalidateQueries({ queryKey: groups.library })
}

export function forgetMedia(client: QueryClient, ids: readonly string[]): void {
  for (const id of ids) client.setQueryData(keys.mediaFile(id), null)
  void client.invalidateQueries({ queryKey: groups.library })
  void client.invalidateQueries({ queryKey: groups.posts })
}

/** Counts the drafts, and the posts still to go out, that use the file. */
export function mediaUsesQuery(id: string) {
  return keyedQuery(keys.mediaUses(id), {
    queryFn: () => parseResponse(pageApi.media[':id'].uses.$get({ param: { id } })),
  })
}

/** Those of the files that drafts, or posts still to go out, need. */
export function neededQuery(ids: readonly string[]) {
  return keyedQuery(keys.neededMedia(ids), {
    queryFn: () => parseResponse(pageApi.library.needed.$post({ json: { ids: [...ids] } })),
  })
}

/** The file with the same content that was there before. */
export function twinQuery(id: string) {
  return keyedQuery(keys.mediaTwin(id), {
    queryFn: () => parseResponse(pageApi.media[':id'].twin.$get({ param: { id } })),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
