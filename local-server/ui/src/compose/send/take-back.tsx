import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { parseResponse, api } from '../../api-client.ts'
import { groups, keys } from '../../query-keys.ts'
import { notifyOfProblem } from '../../shared/notifications.ts'
import { useStrings } from '../../strings/language.tsx'
import { useComposer } from '../composer.tsx'
import { compositionOf } from '../composition.ts'
import type { Editor } from '../editor.ts'

/** A scheduled post becomes a draft. What was typed, and the time, stay in the editor. */
export function TakeBack({ editor }: { readonly editor: Editor }) {
  const { compose } = useStrings()
  const { draftStorage } = useComposer()
  const client = useQueryClient()
  const takeBack = useMutation({
    mutationFn: async (id: string) => {
      await parseResponse(api.schedule[':id'].$delete({ param: { id } }))
      return parseResponse(api.posts[':id'].$get({ param: { id } }))
    },
    onSuccess: (post) => {
      draftStorage.put(editor.draftKey, { base: compositionOf(post), now: editor.composition })
      client.setQueryData(keys.post(post.id), post)
    },
    onError: notifyOfProblem,
    onSettled: () => client.invalidateQueries({ queryKey: groups.posts }),
  })
  return (
    <Button
      size="sm"
      variant="default"
      loading={takeBack.isPending}
      onClick={() => takeBack.mutate(editor.draftKey)}
    >
      {compose.takeBack}
    </Button>
  )
}
