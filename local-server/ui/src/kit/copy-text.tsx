import { Box, Button, type ButtonProps, Group, VisuallyHidden } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { CheckIcon, CopyIcon } from '@primer/octicons-react'
import { useEffect, useEffectEvent } from 'react'
import { notifyOfProblem } from '../shared/notifications.ts'
import { lazyStringsOf, useLanguage } from '../strings/language.tsx'

interface CopyProps {
  readonly label: string
  readonly text: string
  readonly onCopy?: (() => void) | undefined
}

/** A button, and what it copies beside it. */
export function CopyText({ label, text, onCopy }: CopyProps) {
  return (
    <Group gap="2xs" align="stretch" w="100%">
      {/* Focusable, because a long line scrolls and the keyboard must reach its end. */}
      <Box
        component="code"
        tabIndex={0}
        flex="1 1 18rem"
        miw={0}
        px="sm"
        py="2xs"
        bdrs="sm"
        bg="var(--tint)"
        fz="sm"
        lh="1.4rem"
        style={{ overflowX: 'auto', whiteSpace: 'nowrap' }}
      >
        {text}
      </Box>
      <CopyAction label={label} text={text} onCopy={onCopy} />
    </Group>
  )
}

/** Copies what is too long to be shown beside it. */
export function CopyAction({ label, text, onCopy, ...props }: CopyProps & ButtonProps) {
  const { strings, language } = useLanguage()
  const { shared } = strings
  const { copied, copy, error } = useClipboard({ timeout: 3_000 })
  // Not at the click: a browser may refuse its clipboard.
  useEffect(() => {
    if (copied) onCopy?.()
  }, [copied, onCopy])
  const tellOfRefusal = useEffectEvent(async () => {
    const { copyRefused } = await lazyStringsOf(language)
    notifyOfProblem(new Error(copyRefused))
  })
  useEffect(() => {
    if (error) void tellOfRefusal()
  }, [error])
  return (
    <>
      <Button
        variant="default"
        {...props}
        onClick={() => copy(text)}
        leftSection={copied ? <CheckIcon /> : <CopyIcon />}
      >
        {copied ? shared.copied : label}
      </Button>
      <VisuallyHidden role="status">{copied && shared.copied}</VisuallyHidden>
    </>
  )
}
