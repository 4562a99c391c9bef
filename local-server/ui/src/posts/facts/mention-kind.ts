import { useQuery } from '@tanstack/react-query'
import { sourcesQuery } from '../../reposts/repost-queries.ts'
import { useStrings } from '../../strings/language.tsx'

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
