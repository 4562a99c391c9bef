import { Stack } from '@mantine/core'
import { useLazyStrings } from '../../strings/language.tsx'

/** Risks of the owner's own session. Said before it can be brought, and before it is switched on. */
export function PrivateApiRisks() {
  const { risks, instead } = useLazyStrings().reposts.privateApi
  return (
    <Stack gap="md">
      <ul data-marked>
        {risks.map((risk) => (
          <li key={risk}>{risk}</li>
        ))}
      </ul>
      <p>{instead}</p>
    </Stack>
  )
}
