import { Button } from '@mantine/core'
import type { FormEvent } from 'react'
import { Link } from 'wouter'
import { ServerGone } from '../api-client.ts'
import { countCodePoints } from '../shared/code-points.ts'
import { ProblemNote } from '../shared/problem-note.tsx'
import { AccountField } from './account-field.tsx'
import { CAPTION_MAX } from './caption-count.ts'
import { CAPTION_FIELD_ID, CaptionField } from './caption-field.tsx'
import classes from './compose-form.module.css'
import { useDraft, type Draft } from './draft.tsx'
import { focusPhotoField } from './focus-photo-field.ts'
import { PhotoField } from './photo-field.tsx'
import { unfitness } from './unfitness.ts'

export function ComposeForm() {
  const draft = useDraft()
  const { photo, account, caption, publication } = draft
  const uploading = photo.chosen !== null && photo.media === null && photo.problem === null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    publishIfReady(draft)
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <PhotoField photo={photo} />
      <AccountField account={account} onChange={draft.setAccountId} />
      <CaptionField caption={caption} onChange={draft.setCaption} />
      {publication.error && <PublishProblem error={publication.error} />}
      {!account?.isSandbox && photo.media?.publicUrl === null && <NoPublicAddress />}
      <div className={classes.end}>
        <Button type="submit" size="md" disabled={!account} loading={uploading || publication.isPending}>
          {account?.isSandbox ? 'Publish to the sandbox' : `Publish to ${account?.username ?? 'Instagram'}`}
        </Button>
        <p>{account?.isSandbox ? 'Stays on this machine.' : 'Goes live on Instagram at once.'}</p>
      </div>
    </form>
  )
}

function publishIfReady({ photo, account, caption, publication }: Draft): void {
  if (!photo.media) {
    photo.object('Choose a photo first.')
    focusPhotoField()
  } else if (countCodePoints(caption) > CAPTION_MAX) {
    document.getElementById(CAPTION_FIELD_ID)?.focus()
  } else if (account && unfitness(photo.media).length === 0) {
    publication.mutate({
      accountId: account.id,
      mediaType: 'IMAGE',
      mediaFileId: photo.media.id,
      caption: caption.trim() === '' ? null : caption,
    })
  }
}

function PublishProblem({ error }: { readonly error: Error }) {
  if (!(error instanceof ServerGone)) return <ProblemNote>{error.message}</ProblemNote>
  return (
    <ProblemNote>
      Nightpost stopped before it answered, so the post may or may not have been accepted. Start it again and
      look at <Link href="/posts">Posts</Link> before you publish once more.
    </ProblemNote>
  )
}

function NoPublicAddress() {
  return (
    <ProblemNote>
      Instagram fetches photos from a public address, and none is set up yet, so this post would fail. The
      sandbox account works without one.
    </ProblemNote>
  )
}
