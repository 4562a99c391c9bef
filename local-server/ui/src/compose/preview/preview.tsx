import { useStrings } from '../../strings/language.tsx'
import type { Editor } from '../editor.ts'
import { isTall } from '../problems.ts'
import { FeedPreview } from './feed-preview.tsx'
import { PhonePreview } from './phone-preview.tsx'
import classes from './preview.module.css'

export type Previewed = Pick<Editor, 'composition' | 'media' | 'account'>

/** The post as Instagram will show it. */
export function Preview(previewed: Previewed) {
  const { compose } = useStrings()
  return (
    <section aria-labelledby="preview">
      <h2 id="preview" className={classes.label}>
        {compose.preview}
      </h2>
      {isTall(previewed.composition.mediaType) ? (
        <PhonePreview {...previewed} />
      ) : (
        <FeedPreview {...previewed} />
      )}
    </section>
  )
}
