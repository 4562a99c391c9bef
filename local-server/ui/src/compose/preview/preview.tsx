import { useStrings } from '../../strings/language.tsx'
import type { Editor } from '../editor.ts'
import { isTall } from '../problems.ts'
import { FeedPreview } from './feed-preview.tsx'
import { PhonePreview } from './phone-preview.tsx'
import { FieldTitle } from '../fields/field-title.tsx'

export type Previewed = Pick<Editor, 'composition' | 'media' | 'account'>

/** The post as Instagram will show it. */
export function Preview(previewed: Previewed) {
  const { compose } = useStrings()
  return (
    <section aria-labelledby="preview">
      <FieldTitle id="preview">{compose.preview}</FieldTitle>
      {isTall(previewed.composition.mediaType) ? (
        <PhonePreview {...previewed} />
      ) : (
        <FeedPreview {...previewed} />
      )}
    </section>
  )
}
