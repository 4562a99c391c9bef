import { Box } from '@mantine/core'
import { CheckCircleIcon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import classes from './success-note.module.css'

export function SuccessNote({ children }: { readonly children: ReactNode }) {
  return (
    <div role="status" className={classes.note}>
      <Box component="span" flex="none" mt={2} c="var(--green)">
        <CheckCircleIcon />
      </Box>
      <p>{children}</p>
    </div>
  )
}
