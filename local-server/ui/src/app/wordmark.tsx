import { Group } from '@mantine/core'

export function Wordmark() {
  return (
    <Group component="span" display="inline-flex" gap="2xs" fz="lg" fw={680} lts="-0.02em">
      <Moon size={22} />
      Nightpost
    </Group>
  )
}

/** The crescent of the wordmark; says nothing to a screen reader. */
export function Moon({ size }: { readonly size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M21.2 15.1a9.6 9.6 0 0 1-13-12.6 10.3 10.3 0 1 0 13 12.6Z" fill="var(--link)" />
    </svg>
  )
}
