import { Box, Text } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useRef, type ReactNode } from 'react'
import { causesOf } from '../inbox/causes.ts'
import { attentionQuery, urgentOf } from '../shared/queries.ts'
import { useTitleFocus } from '../shared/title-focus.tsx'

interface PageTitleProps {
  readonly title: string
  /** One sentence under the title. */
  readonly children?: ReactNode
  /** Space below it. */
  readonly mb?: number | string
}

export const BELOW_TITLE = 'clamp(1.5rem, 4vw, 2.5rem)'

export function PageTitle({ title, children, mb = BELOW_TITLE }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useTitleFocus(heading)
  const urgent = causesOf(urgentOf(useQuery(attentionQuery).data)).length
  useDocumentTitle(`${urgent === 0 ? '' : `(${urgent}) `}${title} – Nightpost`)
  return (
    <Box component="header" mb={mb}>
      <h1 ref={heading} tabIndex={-1} dir="auto">
        {title}
      </h1>
      {children !== undefined && (
        <Text maw="38rem" mt={8} c="dimmed">
          {children}
        </Text>
      )}
    </Box>
  )
}
