import { Button, Checkbox } from '@mantine/core'
import { AlertIcon } from '@primer/octicons-react'
import { useId, useState } from 'react'
import { useStrings } from '../../strings/language.tsx'
import { NativeRisks } from './native-risks.tsx'
import classes from './native.module.css'

/** Nothing of the native way is shown, and nothing can be sent, before its risk was read and taken. */
export function NativeGate({ onUnderstood }: { readonly onUnderstood: () => void }) {
  const { native } = useStrings().reposts
  const [ticked, setTicked] = useState(false)
  const heading = useId()
  return (
    <section className={classes.gate} aria-labelledby={heading}>
      <h3 id={heading}>
        <AlertIcon /> {native.heading}
      </h3>
      <NativeRisks />
      <Checkbox
        size="md"
        label={native.understand}
        checked={ticked}
        onChange={(event) => setTicked(event.currentTarget.checked)}
      />
      <Button variant="default" className={classes.start} disabled={!ticked} onClick={onUnderstood}>
        {native.proceed}
      </Button>
    </section>
  )
}
