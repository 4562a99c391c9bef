import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { countCharacters } from '../../../../../../core/rules/content/caption-facts.ts'
import { CONTENT_LIMITS } from '../../../../../../core/rules/content/content-limits.ts'
import { useFormats, useStrings } from '../../../strings/language.tsx'
import { SMALL } from '../../../kit/looks.ts'

interface CharacterCountProps {
  /** For `aria-describedby`. */
  readonly id: string
  readonly text: string
  readonly of: 'caption' | 'altText' | 'firstComment'
  readonly hint?: string | undefined
  /** What else is counted. */
  readonly children?: ReactNode
}

export function CharacterCount({ id, text, of, hint, children }: CharacterCountProps) {
  const { compose } = useStrings()
  const formats = useFormats()
  const [count, max] = [countCharacters(text), CONTENT_LIMITS[of]]
  return (
    <Group component="p" id={id} gap="0 0.75rem" mt="3xs" {...SMALL}>
      {hint !== undefined && <span>{hint}</span>}
      <Text inherit span {...(count > max && { c: 'var(--red)', fw: 600 })}>
        {compose.characters(formats.number(count), formats.number(max))}
      </Text>
      {children}
    </Group>
  )
}
