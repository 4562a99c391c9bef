import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { CopyText } from '../shared/copy-text.tsx'
import { useStrings } from '../strings/language.tsx'
import classes from './new-key.module.css'

interface NewKeyProps {
  readonly name: string
  readonly fullKey: string
  readonly onDone: () => void
}

/** The only time that the whole key is shown. */
export function NewKey({ name, fullKey, onDone }: NewKeyProps) {
  const { keys } = useStrings().settings
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [fullKey])
  const command = `curl -H "Authorization: Bearer ${fullKey}" ${window.location.origin}/api/v1/posts`
  return (
    <section className={classes.panel} aria-labelledby="new-key">
      <h3 id="new-key" ref={heading} tabIndex={-1}>
        {keys.newKey(name)}
      </h3>
      <p>{keys.copyNow}</p>
      <CopyText label={keys.copyKey} text={fullKey} />
      <h4>{keys.tryIt}</h4>
      <CopyText label={keys.copyCommand} text={command} />
      <Button variant="default" onClick={onDone}>
        {keys.copied}
      </Button>
    </section>
  )
}
