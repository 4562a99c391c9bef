import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './page-title.module.css'

interface PageTitleProps {
  readonly title: string
  /** One sentence under the title. */
  readonly children?: ReactNode
}

export function PageTitle({ title, children }: PageTitleProps) {
  useDocumentTitle(`${title} – Nightpost`)
  return (
    <header className={classes.head}>
      <h1 tabIndex={-1}>{title}</h1>
      {children !== undefined && <p>{children}</p>}
    </header>
  )
}
