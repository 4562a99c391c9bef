import { useDocumentTitle } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useRef, type ReactNode } from 'react'
import { causesOf } from '../inbox/causes.ts'
import { attentionQuery, urgentOf } from '../shared/attention-query.ts'
import { useTitleFocus } from '../shared/title-focus.tsx'
import classes from './page-title.module.css'

interface PageTitleProps {
  readonly title: string
  /** One sentence under the title. */
  readonly children?: ReactNode
}

export function PageTitle({ title, children }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useTitleFocus(heading)
  const urgent = causesOf(urgentOf(useQuery(attentionQuery).data)).length
  useDocumentTitle(`${urgent === 0 ? '' : `(${urgent}) `}${title} – Nightpost`)
  return (
    <header className={classes.head}>
      <h1 ref={heading} tabIndex={-1} dir="auto">
        {title}
      </h1>
      {children !== undefined && <p>{children}</p>}
    </header>
  )
}
