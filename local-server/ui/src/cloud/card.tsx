import { Stack, Text } from '@mantine/core'
import type { ReactNode, RefObject } from 'react'
import { ErrorBoundary } from '../kit/error-boundary.tsx'
import { CARD } from '../kit/looks.ts'

interface CardProps {
  readonly id: string
  readonly title: string
  readonly lead?: string
  /** Ref for a card that takes the focus. */
  readonly heading?: RefObject<HTMLHeadingElement | null>
  readonly children: ReactNode
}

export function Card({ id, title, lead, heading, children }: CardProps) {
  return (
    <Stack component="section" gap="lg" {...CARD} aria-labelledby={id}>
      <div>
        <h2 id={id} ref={heading} tabIndex={heading && -1}>
          {title}
        </h2>
        {lead !== undefined && (
          <Text maw="44rem" mt={6} c="dimmed">
            {lead}
          </Text>
        )}
      </div>
      <ErrorBoundary>{children}</ErrorBoundary>
    </Stack>
  )
}
