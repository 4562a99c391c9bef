import { Box, Button, CopyButton, Group, VisuallyHidden } from '@mantine/core'
import { CheckIcon, CopyIcon } from '@primer/octicons-react'
import { useStrings } from '../strings/language.tsx'

export function CopyText({ label, text }: { readonly label: string; readonly text: string }) {
  const { shared } = useStrings()
  return (
    <Group gap={8} align="stretch" w="100%">
      {/* Focusable, because a long line scrolls and the keyboard must reach its end. */}
      <Box
        component="code"
        tabIndex={0}
        flex="1 1 18rem"
        miw={0}
        px="sm"
        py={8}
        bdrs="sm"
        bg="var(--tint)"
        fz="sm"
        lh="1.4rem"
        style={{ overflowX: 'auto', whiteSpace: 'nowrap' }}
      >
        {text}
      </Box>
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
