import { Stack, Text, VisuallyHidden } from '@mantine/core'
import { Link } from 'wouter'
import { postsAtRisk, type TokenLife } from '../../../../core/accounts/token-life.ts'
import { LIST_ADDRESS } from '../plan/plan-address.ts'
import { RED_NOTE } from '../kit/looks.ts'
import { useFormats, useStrings } from '../strings/language.tsx'

export interface OutlookCounts {
  readonly scheduled: number
  /** Due after the access ends, as it is known today. */
  readonly atRisk: number
  readonly failed: number
  readonly nextAt: string | null
}

interface PostsOutlookProps {
  readonly outlook: OutlookCounts
  readonly life: TokenLife
  readonly username: string
  readonly now: number
}

/** Posts that wait for the account, and those at risk. */
export function PostsOutlook({ outlook, life, username, now }: PostsOutlookProps) {
  const words = useStrings().accounts.outlook
  const formats = useFormats()
  const { scheduled, failed, nextAt } = outlook
  const atRisk = postsAtRisk(life, outlook.atRisk)
  const next = nextAt === null ? '' : formats.distance(Date.parse(nextAt) - now)
  /** Several accounts have the same link: read by itself, it must say whose it is. */
  const link = (href: string, label: string) => (
    <Link href={href}>
      {label}
      <VisuallyHidden component="span"> {words.of(username)}</VisuallyHidden>
    </Link>
  )
  return (
    <Stack gap={8} fz="0.9375rem">
      {atRisk > 0 ? (
        <Text fz="inherit" {...RED_NOTE} c="var(--red)">
          {words.atRisk(atRisk, scheduled)} {link('/plan', words.toPlan)}
        </Text>
      ) : scheduled > 0 ? (
        <p>
          {words.scheduled(scheduled, next)} {link('/plan', words.toPlan)}
        </p>
      ) : (
        <p>{words.nothing}</p>
      )}
      {failed > 0 && (
        <p>
          {words.failed(failed)} {link(LIST_ADDRESS, words.toPosts)}
        </p>
      )}
    </Stack>
  )
}
