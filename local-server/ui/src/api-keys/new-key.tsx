import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { CopyText } from '../shared/copy-text.tsx'
import classes from './new-key.module.css'

interface NewKeyProps {
  readonly name: string
  readonly fullKey: string
  readonly onDone: () => void
}

/** The only time that the whole key is shown. */
export function NewKey({ name, fullKey, onDone }: NewKeyProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [fullKey])
  const command = `curl -H "Authorization: Bearer ${fullKey}" ${window.location.origin}/api/v1/posts`
  return (
    <section className={classes.panel} aria-labelledby="new-key">
      <h2 id="new-key" ref={heading} tabIndex={-1}>
        The key “{name}”
      </h2>
      <p>
        Copy it now and keep it safe: this is the only time it is shown. It gives full access to Nightpost on
        this computer.
      </p>
      <CopyText label="Copy the key" text={fullKey} />
      <h3>Try it in a terminal</h3>
      <CopyText label="Copy the command" text={command} />
      <Button variant="default" onClick={onDone}>
        I have copied it
      </Button>
    </section>
  )
}
