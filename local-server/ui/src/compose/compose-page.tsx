import { VisuallyHidden } from '@mantine/core'
import { PageTitle } from '../shared/page-title.tsx'
import { useStrings } from '../strings/language.tsx'
import { ComposeForm } from './compose-form.tsx'
import { useDraft } from './draft.tsx'
import { LatestPost } from './latest-post.tsx'
import { PostPreview } from './post-preview.tsx'
import classes from './compose-page.module.css'
import { PublishingPanel } from './publishing-panel.tsx'

export function ComposePage() {
  const { app } = useStrings()
  const { publication, photo } = useDraft()
  const accepted = publication.data
  return (
    <>
      <PageTitle title={app.compose}>One photo, your words, and it is live.</PageTitle>
      {!accepted && <LatestPost />}
      <div className={classes.columns}>
        {accepted ? (
          <PublishingPanel postId={accepted.postId} since={publication.submittedAt} />
        ) : (
          <ComposeForm />
        )}
        <div className={classes.beside}>
          <PostPreview />
        </div>
      </div>
      <VisuallyHidden role="status">{photo.media ? 'The photo is uploaded.' : ''}</VisuallyHidden>
    </>
  )
}
