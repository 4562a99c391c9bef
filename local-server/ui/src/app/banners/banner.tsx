import { Group, type GroupProps } from '@mantine/core'

/** A line across the page, above all that stands on it. */
export function Banner(props: GroupProps) {
  return (
    <Group
      justify="center"
      gap="0.125rem 1rem"
      px={24}
      py={10}
      ta="center"
      bg="var(--amber)"
      c="var(--amber-ink)"
      {...props}
    />
  )
}
