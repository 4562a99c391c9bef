import { Box } from '@mantine/core'
import type { ReactNode } from 'react'

/** Of what is more than one control; `id` names it for them. */
export function FieldTitle({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  return (
    <Box component="h2" id={id} mb={8} fz="0.9375rem" lh={1.55} lts={0}>
      {children}
    </Box>
  )
}
