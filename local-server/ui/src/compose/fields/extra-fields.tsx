import { useStrings } from '../../strings/language.tsx'
import { takesTags } from '../composition.ts'
import { useForm } from '../form.tsx'
import { CollaboratorsField } from './collaborators-field.tsx'
import { CrossPostField } from './cross-post-field.tsx'
import classes from './extra.module.css'
import boxClasses from './field-box.module.css'
import { LocationField } from './location-field.tsx'
import { MoreOptions } from './options/more-options.tsx'
import { MentionsField, TagsField } from './people-field.tsx'

/** Fields that most posts do without, as far as the kind of post has a place for them. */
export function ExtraFields() {
  const { compose } = useStrings()
  const { mediaType } = useForm().editor.composition
  const isStory = mediaType === 'STORIES'
  return (
    <section aria-labelledby="extras">
      <h2 id="extras" className={boxClasses.label}>
        {compose.extras}
      </h2>
      <div className={classes.extras}>
        {isStory && <MentionsField />}
        {takesTags(mediaType) && <TagsField />}
        {!isStory && <CollaboratorsField />}
        {!isStory && <LocationField />}
        <CrossPostField />
        {!isStory && <MoreOptions />}
      </div>
    </section>
  )
}
