import { Stack, Text } from '@mantine/core'
import { CopyText } from '../shared/copy-text.tsx'
import { NewTabLink } from '../shared/new-tab-link.tsx'
import { useStrings } from '../strings/language.tsx'

export function ApiDocs() {
  const { docs } = useStrings().settings
  const command = `curl -H "Authorization: Bearer app_live_…" ${window.location.origin}/api/v1/posts`
  return (
    <Stack gap={8}>
      <p>
        <NewTabLink href="/api/docs">{docs.link}</NewTabLink>
      </p>
      <Text mt={8} c="dimmed">
        {docs.example}
      </Text>
      <CopyText label={docs.copy} text={command} />
    </Stack>
  )
}
