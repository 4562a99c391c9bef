import { Box, Stack, Text, PasswordInput, type PasswordInputProps } from '@mantine/core'
import type { ReactNode, RefObject } from 'react'
import { ErrorBoundary } from '../kit/error-boundary.tsx'
import { CARD } from '../kit/looks.ts'
import { useLazyStrings } from '../strings/language.tsx'

interface DisclosureProps {
  readonly title: string
  readonly children: ReactNode
}

export function Disclosure({ title, children }: DisclosureProps) {
  return (
    <details>
      <Box component="summary" c="var(--link)">
        {title}
      </Box>
      <Stack gap="sm" mt="sm">
        {children}
      </Stack>
    </details>
  )
}

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
          <Text maw="44rem" mt="3xs" c="dimmed">
            {lead}
          </Text>
        )}
      </div>
      <ErrorBoundary>{children}</ErrorBoundary>
    </Stack>
  )
}

interface SecretInputProps extends PasswordInputProps {
  readonly label: string
}

/** Gives a screen reader what the library leaves out: that the entry is wrong, and whose show button it is. */
export function SecretInput(props: SecretInputProps) {
  const { showSecret } = useLazyStrings().cloud
  return (
    <PasswordInput
      size="md"
      autoComplete="off"
      aria-invalid={props.error ? true : undefined}
      visibilityToggleButtonProps={{ 'aria-label': showSecret(props.label) }}
      {...props}
    />
  )
}
