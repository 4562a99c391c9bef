import { Group, type GroupProps } from '@mantine/core'
import type { Icon } from '@primer/octicons-react'
import type { ReactNode } from 'react'

interface SignProps extends GroupProps {
  readonly Icon: Icon
  /** Colour of the sign alone. */
  readonly tone?: string
  readonly children: ReactNode
}

/** A sentence about a file, with a sign in front of its first line. */
export function Sign({ Icon: Drawn, tone, children, ...group }: SignProps) {
  return (
    <Group gap="xs" mt="xs" align="start" wrap="nowrap" {...group}>
      <Group h="1lh" flex="none" {...(tone && { c: tone })}>
        <Drawn />
      </Group>
      <span>{children}</span>
    </Group>
  )
}
