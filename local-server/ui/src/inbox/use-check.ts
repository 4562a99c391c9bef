import { useMutation, useQueryClient } from '@tanstack/react-query'
import { pageApi, parseResponse } from '../api-client.ts'
import { keys } from '../query-keys.ts'
import { notifyOfProblem } from '../shared/notifications.ts'

/** Tries what can be tried without publishing, for the posts of the next two days. */
export function useCheck() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => parseResponse(pageApi.attention.check.$post()),
    onSuccess: (list) => client.setQueryData(keys.attention, list),
    onError: notifyOfProblem,
  })
}
