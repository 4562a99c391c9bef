import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { answer, api } from '../api-client.ts'

export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: async () => (await answer(api.settings['api-keys'].$get())).keys,
})

export function useCreateKey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (name: string) => answer(api.settings['api-keys'].$post({ json: { name } })),
    onSuccess: () => client.invalidateQueries({ queryKey: keysQuery.queryKey }),
  })
}

export function useRevokeKey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => answer(api.settings['api-keys'][':id'].$delete({ param: { id } })),
    onSuccess: () => client.invalidateQueries({ queryKey: keysQuery.queryKey }),
  })
}
