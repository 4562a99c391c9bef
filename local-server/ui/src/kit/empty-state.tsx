import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  readonly title: string
  /** Future content of this place. */
  readonly text: string
  /** Next action. */
  readonly children?: ReactNode
}

export function EmptyState({ title, text, children }: EmptyStateProps) {
  return (
    <Stack
      component="section"
      gap="sm"
      align="center"
      px="xl"
      py="clamp(2.5rem, 9vw, 5rem)"
      bd="1px dashed var(--line)"
      bdrs="lg"
      ta="center"
    >
      <h2>{title}</h2>
      <Text maw="28rem" c="dimmed">
        {text}
      </Text>
      {children}
    </Stack>
  )
}
