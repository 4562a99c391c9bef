import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { KeyRights } from '../../../../core/api/api-keys.ts'
import { parseResponse, api } from '../api-client.ts'
import { keyedQuery, keys } from '../query-keys.ts'

export const keysQuery = keyedQuery(keys.apiKeys, {
  queryFn: async () => (await parseResponse(api.settings['api-keys'].$get())).keys,
})

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
