import { Text, type TextProps } from '@mantine/core'
import { captionParts } from '../../../../core/rules/content/caption-facts.ts'

interface CaptionTextProps {
  readonly caption: string
  /** Style of hashtags and mentions; by default the colour of a link, as on Instagram. */
  readonly linked?: TextProps
}

export function CaptionText({ caption, linked: look = { c: 'var(--link)' } }: CaptionTextProps) {
  return captionParts(caption).map(({ text, linked }, index) =>
    linked ? (
      <Text key={index} inherit span {...look}>
        {text}
      </Text>
    ) : (
      text
    ),
  )
}
