// What is being written, and the publication it became. Lives above the pages, so that a look at another page loses nothing.
import { useMutation, useQuery, useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import { createContext, useContext, useState, type ReactNode } from 'react'
import type { PlatformAccountBody } from '../../../../core/api/auth.ts'
import type { PublishablePostBody } from '../../../../core/api/posts.ts'
import { answer, api } from '../api-client.ts'
import { accountsQuery } from '../shared/account-queries.ts'
import { usePhotoUpload, type PhotoUpload } from './photo-upload.ts'

export interface Draft {
  readonly photo: PhotoUpload
  readonly caption: string
  setCaption(caption: string): void
  /** The account to publish to: the chosen one, else the first. */
  readonly account: PlatformAccountBody | undefined
  setAccountId(id: string): void
  readonly publication: UseMutationResult<{ postId: string }, Error, PublishablePostBody>
  /** An empty draft again. */
  startOver(): void
}

const DraftContext = createContext<Draft | null>(null)

export function useDraft(): Draft {
  const draft = useContext(DraftContext)
  if (!draft) throw new Error('useDraft is used outside of DraftProvider')
  return draft
}

export function DraftProvider({ children }: { readonly children: ReactNode }) {
  const [caption, setCaption] = useState('')
  const [accountId, setAccountId] = useState<string | null>(null)
  const photo = usePhotoUpload()
  const publication = usePublication()
  const { data: accounts } = useQuery(accountsQuery)
  const account = accounts?.find(({ id }) => id === accountId) ?? accounts?.[0]
  const startOver = () => {
    publication.reset()
    photo.remove()
    setCaption('')
  }
  const draft = { photo, caption, setCaption, account, setAccountId, publication, startOver }
  return <DraftContext value={draft}>{children}</DraftContext>
}

function usePublication() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (post: PublishablePostBody) => answer(api.posts.publish.$post({ json: post })),
    onSettled: () => client.invalidateQueries({ queryKey: ['posts', 'list'] }),
  })
}
