import { Textarea } from '@mantine/core'
import { captionFacts } from '../../../../../core/posts/content/caption-facts.ts'
import { CONTENT_LIMITS } from '../../../../../core/posts/content/content-limits.ts'
import { useFormats, useStrings } from '../../strings/language.tsx'
import { useForm } from '../form.tsx'
import classes from './caption-field.module.css'
import { FieldNotes } from './field-notes.tsx'

export function CaptionField() {
  const { compose } = useStrings()
  const { editor, problems } = useForm()
  const { caption, mediaType } = editor.composition
  return (
    <div data-field="caption">
      <Textarea
        label={compose.caption}
        placeholder={mediaType === 'STORIES' ? compose.storyPlaceholder : compose.captionPlaceholder}
        autosize
        minRows={5}
        maxRows={16}
        value={caption}
        error={problems.some(({ field }) => field === 'caption')}
        aria-describedby="caption-count"
        onChange={(event) => editor.set({ caption: event.currentTarget.value })}
      />
      <CaptionCount caption={caption} />
      <FieldNotes of="caption" />
    </div>
  )
}

function CaptionCount({ caption }: { readonly caption: string }) {
  const { compose } = useStrings()
  const formats = useFormats()
  const { characters, hashtags, mentions } = captionFacts(caption)
  const max = CONTENT_LIMITS.caption
  return (
    <p id="caption-count" className={classes.count}>
      <span data-over={characters > max || undefined}>
        {compose.characters(formats.number(characters), formats.number(max))}
      </span>
      {hashtags > 0 && <span>{compose.hashtags(hashtags)}</span>}
      {mentions > 0 && <span>{compose.mentions(mentions)}</span>}
    </p>
  )
}
