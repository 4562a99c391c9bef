import { Text } from '@mantine/core'
import { useStrings } from '../strings/language.tsx'

/** Marks what stays on this machine. */
export function SandboxBadge() {
  const { shared } = useStrings()
  return (
    <Text
      span
      display="inline-block"
      px="2xs"
      py="5xs"
      bdrs="lg"
      bg="var(--amber)"
      c="var(--amber-ink)"
      fz="xs"
      fw={600}
      lh={1.5}
      style={{ whiteSpace: 'nowrap' }}
      title={shared.sandboxMeans}
    >
      {shared.sandbox}
    </Text>
  )
}
