import { Box, VisuallyHidden } from '@mantine/core'
import { LinkExternalIcon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import { useStrings } from '../strings/language.tsx'

interface NewTabLinkProps {
  readonly href: string
  readonly children: ReactNode
}

/** Leaves the page open: there may be a draft on it. */
export function NewTabLink({ href, children }: NewTabLinkProps) {
  const { shared } = useStrings()
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
      {/* Or it would stand on a line of its own. */}
      {'\u2060'}
      <Box component={LinkExternalIcon} size={12} ml="4xs" />
      <VisuallyHidden component="span">{shared.newTab}</VisuallyHidden>
    </a>
  )
}
