import { Box } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import type { ComposeField } from '../problems.ts'
import classes from './field-box.module.css'

interface FieldBoxProps {
  readonly field: ComposeField
  readonly label: string
  readonly children: ReactNode
}

/** A field that is more than one control. */
export function FieldBox({ field, label, children }: FieldBoxProps) {
  const id = useId()
  return (
    <Box role="group" aria-labelledby={id} data-field={field} tabIndex={-1} miw={0}>
      <h2 id={id} className={classes.label}>
        {label}
      </h2>
      {children}
    </Box>
  )
}
