import { useMutation, useQueryClient } from '@tanstack/react-query'
import { pageApi, parseResponse } from '../../api-client.ts'
import { keyedQuery, keys } from '../../query-keys.ts'
import { notifyOfProblem } from '../../shared/notifications.ts'

export const captionWordsQuery = keyedQuery(keys.captionWords, {
  queryFn: () => parseResponse(pageApi.captions.words.$get()),
  // What was written yesterday does for today; a caption of a minute ago can be missing.
  staleTime: 60_000,
})

export const savedTextsQuery = keyedQuery(keys.savedTexts, {
  queryFn: () => parseResponse(pageApi.captions.sets.$get()),
})

/** Saves a text by a name, or removes it: null. */
export function useChangeSavedText() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ name, text }: { readonly name: string; readonly text: string | null }) => {
      const named = pageApi.captions.sets[':name']
      const param = { name: encodeURIComponent(name) }
      return text === null
        ? parseResponse(named.$delete({ param }))
        : parseResponse(named.$put({ param, json: { text } }))
    },
    onSuccess: (sets) => client.setQueryData(keys.savedTexts, sets),
    onError: notifyOfProblem,
  })
}
