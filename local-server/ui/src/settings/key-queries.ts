import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { KeyRights } from '../../../../core/api/api-keys.ts'
import { parseResponse, api, pageApi } from '../api-client.ts'
import { keyedPagesQuery, keyedQuery, keys } from '../query-keys.ts'

export const keysQuery = keyedQuery(keys.apiKeys, {
  queryFn: async () => (await parseResponse(api.settings['api-keys'].$get())).keys,
})

/** What came in with a key, newest first. */
export function keyCallsQuery(id: string) {
  return keyedPagesQuery(keys.keyCalls(id), {
    queryFn: ({ pageParam }) =>
      parseResponse(
        pageApi.settings['api-keys'][':id'].calls.$get({
          param: { id },
          query: { before: String(pageParam) },
        }),
      ),
    initialPageParam: Number.MAX_SAFE_INTEGER,
    getNextPageParam: ({ calls, hasMore }) => (hasMore ? calls.at(-1)?.id : undefined),
    select: ({ pages }) => pages.flatMap(({ calls }) => calls),
  })
}

export function useCreateKey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (key: { readonly name: string; readonly rights: KeyRights }) =>
      parseResponse(api.settings['api-keys'].$post({ json: key })),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.apiKeys }),
  })
}

export function useRevokeKey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => parseResponse(api.settings['api-keys'][':id'].$delete({ param: { id } })),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.apiKeys }),
  })
}
