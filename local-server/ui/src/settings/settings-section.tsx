import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorBoundary } from '../shared/error-boundary.tsx'
import classes from './settings-section.module.css'

interface SettingsSectionProps {
  readonly id: string
  readonly title: string
  readonly lead: string
  readonly children: ReactNode
}

export function SettingsSection({ id, title, lead, children }: SettingsSectionProps) {
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        <p>{lead}</p>
      </div>
      <Box maw="46rem">
        <ErrorBoundary>{children}</ErrorBoundary>
      </Box>
    </section>
  )
}
