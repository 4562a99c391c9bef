import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Optional, writtenOptions } from '../../compose/options.ts'
import { Fact } from '../../kit/facts.tsx'
import { useFormats, useStrings } from '../../strings/language.tsx'
import { sourcesQuery } from '../../reposts/repost-queries.ts'

/** What is published with a post beside its caption: a person who approves it reads that, too. */
export function OptionFacts({ of: composition }: { readonly of: Optional }) {
  const words = useStrings().compose.options
  const { names, title } = words
  const formats = useFormats()
  const options = writtenOptions(composition, words, formats)
  const others = options.filter(({ texts }) => texts.length === 0)
  return (
    <>
      {options.map(
        ({ name, texts }) =>
          texts.length > 0 && (
            <Fact key={name} name={names[name]}>
              {texts.map((text, index) => (
                <Text key={index} inherit dir="auto" style={WHOLE}>
                  {text}
                </Text>
              ))}
            </Fact>
          ),
      )}
      {others.length > 0 && <Fact name={title}>{formats.list(others.map(({ name }) => names[name]))}</Fact>}
    </>
  )
}

/** Of a text that is read before it is sent: with its lines, and to its end. */
export const WHOLE = { whiteSpace: 'pre-line', overflowWrap: 'anywhere' } as const

interface Story {
  readonly accountId: string | undefined
  /** The cloud has no session of the owner. */
  readonly isCloud?: boolean
}

/** How the people whom a story mentions are told: drawn into it through the owner’s own session, or by an official tag. */
export function useMentionKind({ accountId = '', isCloud = false }: Story): string | null {
  const { mentionKinds } = useStrings().compose
  const sources = useQuery({ ...sourcesQuery(accountId), enabled: accountId !== '' && !isCloud }).data
  if (isCloud) return mentionKinds.tag
  if (sources === undefined) return null
  return sources.native?.transport === 'mobile' ? mentionKinds.drawn : mentionKinds.tag
}
