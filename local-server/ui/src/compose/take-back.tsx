import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answer, api } from '../api-client.ts'
import { groups, keys } from '../query-keys.ts'
import { reportProblem } from '../shared/notices.ts'
import { useStrings } from '../strings/language.tsx'
import { useComposer } from './composer.tsx'
import { compositionOf } from './composition.ts'
import type { Desk } from './desk.ts'

/** A scheduled post becomes a draft. What was typed, and the time, stay on the desk. */
export function TakeBack({ desk }: { readonly desk: Desk }) {
  const { compose } = useStrings()
  const { workbench } = useComposer()
  const client = useQueryClient()
  const takeBack = useMutation({
    mutationFn: async (id: string) => {
      await answer(api.schedule[':id'].$delete({ param: { id } }))
      return answer(api.posts[':id'].$get({ param: { id } }))
    },
    onSuccess: (post) => {
      workbench.put(desk.seat, { base: compositionOf(post), now: desk.composition })
      client.setQueryData(keys.post(post.id), post)
    },
    onError: reportProblem,
    onSettled: () => client.invalidateQueries({ queryKey: groups.posts }),
  })
  return (
    <Button
      size="md"
      variant="default"
      loading={takeBack.isPending}
      onClick={() => takeBack.mutate(desk.seat)}
    >
      {compose.takeBack}
    </Button>
  )
}
