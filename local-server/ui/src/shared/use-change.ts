import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'
import type { Key } from '../query-keys.ts'
import { notifyOfProblem } from './notifications.ts'

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

/** A change whose answer is what is shown under a key from then on. */
export function useAnsweredChange<Data, Wish = void>(
  key: Key<Data>,
  mutationFn: (wish: Wish) => Promise<Data>,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: (answer) => client.setQueryData(key, answer),
    onError: notifyOfProblem,
  })
}
