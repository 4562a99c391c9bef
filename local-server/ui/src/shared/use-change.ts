import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'

/** A change that ends when what it may have changed was read again: after a refusal, too, which may come from another change. */
export function useChange<Wish = void, Result = unknown>(
  mutationFn: (wish: Wish) => Promise<Result>,
  ...changed: QueryKey[]
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () => Promise.all(changed.map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}
