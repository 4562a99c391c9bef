import { Box, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { SMALL } from './looks.ts'

/** Names and what they stand for, a line each. */
export function Facts({ label, children }: { readonly label?: string; readonly children: ReactNode }) {
  return (
    <Box component="dl" m={0} aria-label={label} data-ruled>
      {children}
    </Box>
  )
}

interface FactProps {
  readonly name: string
  /** A dash stands for what is unknown. */
  readonly children: ReactNode
}

export function Fact({ name, children }: FactProps) {
  return (
    <Group gap="0.125rem 1rem" align="baseline" py="2xs">
      <Box component="dt" flex="0 0 10rem" c="dimmed">
        {name}
      </Box>
      {/* Below its name where there is no room beside it. */}
      <Box component="dd" flex="1 1 13rem" miw={0}>
        {children ?? '–'}
      </Box>
    </Group>
  )
}

/** The same with the name above, where several stand beside each other; within a `dl`. */
export function FactBelow({ name, children }: FactProps) {
  return (
    <div>
      <Text component="dt" {...SMALL}>
        {name}
      </Text>
      <dd>{children}</dd>
    </div>
  )
}
