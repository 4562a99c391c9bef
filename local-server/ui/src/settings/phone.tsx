import { Box, Button, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { pageApi, parseResponse } from '../api-client.ts'
import { CopyText } from '../kit/copy-text.tsx'
import { ProblemNote } from '../kit/problem-note.tsx'
import { systemQuery } from '../shared/queries.ts'
import { useStrings } from '../strings/language.tsx'

/** A code that signs a phone in, once it can reach this computer through a proxy of the user's. */
export function Phone() {
  const { phone } = useStrings().settings
  const { data: system } = useQuery(systemQuery)
  const linking = useMutation({ mutationFn: makeLink })
  if (system?.proxyOrigin === null) return <Text c="dimmed">{phone.none}</Text>
  return (
    <Stack gap={13.6} align="flex-start">
      <Text c="dimmed">{phone.hint}</Text>
      <Button variant="default" loading={linking.isPending} onClick={() => linking.mutate()}>
        {linking.data ? phone.another : phone.show}
      </Button>
      {linking.isError && <ProblemNote>{linking.error.message}</ProblemNote>}
      {linking.data && (
        <>
          {/* Dark on light in both themes: not every camera reads a code the other way round. */}
          <Box
            component="svg"
            w="min(16rem, 100%)"
            bg="white"
            bdrs="sm"
            viewBox={linking.data.box}
            role="img"
            aria-label={phone.code}
          >
            <path d={linking.data.path} fill="black" />
          </Box>
          <CopyText label={phone.copy} text={linking.data.link} />
        </>
      )}
    </Stack>
  )
}

/** The quiet zone that readers need around a code. */
const QUIET = 2

async function makeLink() {
  const [{ link }, { encode }] = await Promise.all([
    parseResponse(pageApi.auth['phone-link'].$post()),
    import('uqr'),
  ])
  const { data, size } = encode(link, { border: QUIET })
  const dots = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { link, box: `0 0 ${size} ${size}`, path: dots.join('') }
}
