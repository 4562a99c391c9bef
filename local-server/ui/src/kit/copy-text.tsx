import { Button, CopyButton, Group, VisuallyHidden } from '@mantine/core'
import { CheckIcon, CopyIcon } from '@primer/octicons-react'
import { useStrings } from '../strings/language.tsx'
import classes from './copy-text.module.css'

interface CopyTextProps {
  readonly label: string
  readonly text: string
}

export function CopyText({ label, text }: CopyTextProps) {
  const { shared } = useStrings()
  return (
    <Group gap={8} align="stretch" w="100%">
      {/* Focusable, because a long line scrolls and the keyboard must reach its end. */}
      <code tabIndex={0} className={classes.text}>
        {text}
      </code>
      <CopyButton value={text} timeout={3_000}>
        {({ copied, copy }) => (
          <>
            <Button variant="default" onClick={copy} leftSection={copied ? <CheckIcon /> : <CopyIcon />}>
              {copied ? shared.copied : label}
            </Button>
            <VisuallyHidden role="status">{copied && shared.copied}</VisuallyHidden>
          </>
        )}
      </CopyButton>
    </Group>
  )
}
