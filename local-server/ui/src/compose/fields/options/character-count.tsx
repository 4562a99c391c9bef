import { countCharacters } from '../../../../../../core/posts/content/caption-facts.ts'
import { CONTENT_LIMITS } from '../../../../../../core/posts/content/content-limits.ts'
import { useFormats, useStrings } from '../../../strings/language.tsx'
import classes from '../caption-field.module.css'

interface CharacterCountProps {
  /** For `aria-describedby`. */
  readonly id: string
  readonly text: string
  readonly of: 'altText' | 'firstComment'
  readonly hint?: string | undefined
}

export function CharacterCount({ id, text, of, hint }: CharacterCountProps) {
  const { compose } = useStrings()
  const formats = useFormats()
  const [count, max] = [countCharacters(text), CONTENT_LIMITS[of]]
  return (
    <p id={id} className={classes.count}>
      {hint !== undefined && <span>{hint}</span>}
      <span data-over={count > max || undefined}>
        {compose.characters(formats.number(count), formats.number(max))}
      </span>
    </p>
  )
}
