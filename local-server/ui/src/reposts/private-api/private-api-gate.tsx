import { Box, Button, Checkbox, Group, Stack } from '@mantine/core'
import { AlertIcon } from '@primer/octicons-react'
import { useId, useState } from 'react'
import { useLazyStrings } from '../../strings/language.tsx'
import { CARD } from '../../kit/looks.ts'

/** Nothing of the private API is shown, and nothing can be sent, before its risk was read and taken. */
export function PrivateApiGate({ onUnderstood }: { readonly onUnderstood: () => void }) {
  const { privateApi } = useLazyStrings().reposts
  const [ticked, setTicked] = useState(false)
  const heading = useId()
  return (
    <Stack component="section" {...CARD} bd={0} bg="var(--red-ground)" aria-labelledby={heading}>
      <h3 id={heading}>
        <Group component="span" gap="xs" wrap="nowrap">
          <Box component="span" flex="none" c="var(--red)">
            <AlertIcon />
          </Box>
          {privateApi.heading}
        </Group>
      </h3>
      <PrivateApiRisks />
      <Checkbox
        size="md"
        label={privateApi.understand}
        checked={ticked}
        onChange={(event) => setTicked(event.currentTarget.checked)}
      />
      <Button variant="default" w="fit-content" disabled={!ticked} onClick={onUnderstood}>
        {privateApi.proceed}
      </Button>
    </Stack>
  )
}

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
