import { Button, Checkbox } from '@mantine/core'
import { AlertIcon } from '@primer/octicons-react'
import { useId, useState } from 'react'
import { useLazyStrings } from '../../strings/language.tsx'
import { PrivateApiRisks } from './private-api-risks.tsx'
import classes from './private-api.module.css'

/** Nothing of the private API is shown, and nothing can be sent, before its risk was read and taken. */
export function PrivateApiGate({ onUnderstood }: { readonly onUnderstood: () => void }) {
  const { privateApi } = useLazyStrings().reposts
  const [ticked, setTicked] = useState(false)
  const heading = useId()
  return (
    <section className={classes.gate} aria-labelledby={heading}>
      <h3 id={heading}>
        <AlertIcon /> {privateApi.heading}
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
    </section>
  )
}
