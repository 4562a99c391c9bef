import { Textarea } from '@mantine/core'
import { countCodePoints } from '../shared/code-points.ts'
import { CAPTION_MAX, hashtagHint } from './caption-count.ts'
import classes from './caption-field.module.css'

export const CAPTION_FIELD_ID = 'caption'

interface CaptionFieldProps {
  readonly caption: string
  readonly onChange: (caption: string) => void
}

export function CaptionField({ caption, onChange }: CaptionFieldProps) {
  const characters = countCodePoints(caption)
  return (
    <div>
      <Textarea
        id={CAPTION_FIELD_ID}
        label="Caption"
        placeholder="Say something about the photo"
        autosize
        minRows={5}
        maxRows={16}
        value={caption}
        error={captionProblem(characters)}
        aria-describedby="caption-count"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <p id="caption-count" className={classes.count}>
        <span data-over={characters > CAPTION_MAX || undefined}>
          {characters}/{CAPTION_MAX} characters
        </span>
        <span>{hashtagHint(caption)}</span>
      </p>
    </div>
  )
}

function captionProblem(characters: number): string | null {
  const over = characters - CAPTION_MAX
  if (over <= 0) return null
  return `Shorten the caption by ${over} ${over === 1 ? 'character' : 'characters'}.`
}
