import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './disclosure.module.css'

interface DisclosureProps {
  readonly title: string
  readonly children: ReactNode
}

export function Disclosure({ title, children }: DisclosureProps) {
  return (
    <details className={classes.disclosure}>
      <summary>{title}</summary>
      <Stack gap="sm" mt="sm">
        {children}
      </Stack>
    </details>
  )
}
