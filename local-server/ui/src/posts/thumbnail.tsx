import { Center, Image, Text } from '@mantine/core'
import { ImageIcon } from '@primer/octicons-react'

interface ThumbnailFrameProps {
  readonly url: string | null
  readonly count?: number
  readonly size?: string
}

/** Always square and always beside the caption, which says what it shows. */
export function ThumbnailFrame({ url, count = 1, size = 'clamp(4rem, 18vw, 5.5rem)' }: ThumbnailFrameProps) {
  return (
    <Center
      component="span"
      pos="relative"
      flex="none"
      w={size}
      h={size}
      bdrs="md"
      bg="var(--tint)"
      c="dimmed"
    >
      {url ? <Image src={url} alt="" h="100%" radius="md" /> : <ImageIcon size={24} />}
      {count > 1 && (
        <Text
          span
          pos="absolute"
          right={6}
          bottom={6}
          miw="1.4rem"
          px={4}
          bdrs="md"
          bg="var(--card)"
          c="var(--ink)"
          fz="xs"
          fw={650}
          lh="1.4rem"
          ta="center"
        >
          {count}
        </Text>
      )}
    </Center>
  )
}
