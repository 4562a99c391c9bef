// Updates cached lists after a change to one file: reading thousands again for one would make the grid stutter.
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { MediaFileBody } from '../../../../core/api/media.ts'
import { isVideo } from '../../../../core/media/fit/fixes.ts'
import { groups, keys } from '../query-keys.ts'
import type { MediaFilter } from './media-queries.ts'

interface Page {
  files: MediaFileBody[]
  total: number
  hasMore: boolean
}
type Pages = InfiniteData<Page, number>

export function addMediaToLists(client: QueryClient, media: MediaFileBody): void {
  updateLists(client, media, ({ pages, ...rest }) => ({
    ...rest,
    pages: pages.map((page, index) => ({
      ...page,
      files: index === 0 ? [media, ...page.files.filter(({ id }) => id !== media.id)] : page.files,
      total: page.total + 1,
    })),
  }))
}

/** Replaces the file: another version of it is published from now on. */
export function replaceMediaInLists(client: QueryClient, media: MediaFileBody): void {
  client.setQueryData(keys.mediaFile(media.id), media)
  updateLists(client, media, ({ pages, ...rest }) => ({
    ...rest,
    pages: pages.map((page) => ({
      ...page,
      files: page.files.map((file) => (file.id === media.id ? media : file)),
    })),
  }))
}

export function removeMediaFromLists(client: QueryClient, media: MediaFileBody): void {
  client.setQueryData(keys.mediaFile(media.id), null)
  updateLists(client, media, ({ pages, ...rest }) => ({
    ...rest,
    pages: pages.map((page) => ({
      ...page,
      files: page.files.filter(({ id }) => id !== media.id),
      total: page.total - 1,
    })),
  }))
  void client.invalidateQueries({ queryKey: groups.posts })
}

/** The version that this page has last made of the file, where it made one. */
export function newestVersionOf(client: QueryClient, media: MediaFileBody): MediaFileBody {
  return client.getQueryData(keys.mediaFile(media.id)) ?? media
}

function updateLists(client: QueryClient, media: MediaFileBody, change: (pages: Pages) => Pages): void {
  const kinds: MediaFilter[] = ['all', isVideo(media) ? 'video' : 'image']
  for (const kind of kinds) {
    const queryKey = keys.mediaList(kind)
    // An answer under way may be from before.
    if (client.getQueryData(queryKey) === undefined) void client.invalidateQueries({ queryKey })
    else void client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, (pages) => pages && change(pages))
  }
}
