import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answer, api } from '../api-client.ts'
import { kept, keys } from '../query-keys.ts'

export const keysQuery = kept(keys.apiKeys, {
  queryFn: async () => (await answer(api.settings['api-keys'].$get())).keys,
})

export function useCreateKey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (name: string) => answer(api.settings['api-keys'].$post({ json: { name } })),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.apiKeys }),
  })
}

export function useRevokeKey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => answer(api.settings['api-keys'][':id'].$delete({ param: { id } })),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.apiKeys }),
  })
}
