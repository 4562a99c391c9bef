import { Box } from '@mantine/core'
import { sized } from './looks.ts'

interface DotProps {
  readonly tone: 'green' | 'red' | 'link' | 'soft'
  readonly isHollow?: boolean
  /** Something is in progress. */
  readonly breathes?: boolean
  readonly size?: string
}

/** The colour of a state, before its words. */
export function Dot({ tone, isHollow = false, breathes = false, size = '0.55rem' }: DotProps) {
  const colour = `var(--${tone})`
  return (
    <Box
      {...sized(size)}
      display="inline-block"
      mr="2xs"
      bd={isHollow ? `2px solid ${colour}` : 0}
      bg={isHollow ? 'transparent' : colour}
      {...(breathes && { style: { animation: 'breathe 1.6s ease-in-out infinite' } })}
      aria-hidden="true"
    />
  )
}
