import { VisuallyHidden } from '@mantine/core'
import { LinkExternalIcon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import { useStrings } from '../strings/language.tsx'
import classes from './new-tab-link.module.css'

interface NewTabLinkProps {
  readonly href: string
  readonly children: ReactNode
}

/** Leaves the page open: there may be a draft on it. */
export function NewTabLink({ href, children }: NewTabLinkProps) {
  const { shared } = useStrings()
  return (
    <a href={href} target="_blank" rel="noreferrer" className={classes.link}>
      {children}
      <LinkExternalIcon size={12} />
      <VisuallyHidden component="span">{shared.newTab}</VisuallyHidden>
    </a>
  )
}
