import { Box, Stack } from '@mantine/core'
import type { ReactNode } from 'react'

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
