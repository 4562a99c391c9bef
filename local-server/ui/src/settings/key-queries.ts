import type { KeyRights } from '../../../../core/api/access.ts'
import { api, pageApi, parseResponse } from '../api-client.ts'
import { keyedPagesQuery, keyedQuery, keys } from '../query-keys.ts'
import { useChange } from '../shared/use-change.ts'

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

export const useCreateKey = () =>
  useChange(
    (json: { readonly name: string; readonly rights: KeyRights }) =>
      parseResponse(api.settings['api-keys'].$post({ json })),
    keys.apiKeys,
  )

export const useRevokeKey = () =>
  useChange(
    (id: string) => parseResponse(api.settings['api-keys'][':id'].$delete({ param: { id } })),
    keys.apiKeys,
  )
