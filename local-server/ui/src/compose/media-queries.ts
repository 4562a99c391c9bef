import { useQueries, useQueryClient } from '@tanstack/react-query'
import type { MediaFileBody } from '../../../../core/api/media.ts'
import { mediaFileQuery } from '../library/media-queries.ts'
import { keys } from '../query-keys.ts'

/** In the order of the ids: undefined while it is not known, null when there is no such file any more. */
export function useMedia(
  ids: readonly string[],
  known: readonly MediaFileBody[],
): readonly (MediaFileBody | null | undefined)[] {
  return useQueries({
    queries: ids.map((id) => ({
      ...mediaFileQuery(id),
      initialData: () => known.find((file) => file.id === id),
    })),
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
