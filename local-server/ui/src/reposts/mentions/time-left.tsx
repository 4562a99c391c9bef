import { Group } from '@mantine/core'
import { ClockIcon } from '@primer/octicons-react'
import type { RepostItemBody } from '../../../../../core/api/story-repost.ts'
import { timeLeft } from '../../../../../core/rules/reposts/next-steps.ts'
import { AMBER_NOTE } from '../../kit/looks.ts'
import { useNow } from '../../shared/use-now.ts'
import { useFormats, useLazyStrings } from '../../strings/language.tsx'

const MINUTE_MS = 60_000
/** From here on it is worth a second look. */
const SOON_MS = 2 * 60 * MINUTE_MS

/** `Ends in 3 h 20 min`. Not announced: it changes all the time. */
export function TimeLeft({ mention }: { readonly mention: RepostItemBody }) {
  const { reposts } = useLazyStrings()
  const formats = useFormats()
  const left = timeLeft(mention, useNow())
  if (left === null || mention.expiresAt === null) return null
  const minutes = Math.floor(left / MINUTE_MS)
  const look = left < SOON_MS ? { ...AMBER_NOTE, px: 'xs', py: '5xs' } : { c: 'var(--ink)' }
  return (
    <Group component="span" gap="2xs" w="fit-content" fw={600} {...look}>
      <ClockIcon />
      <time dateTime={mention.expiresAt} title={formats.exact(new Date(mention.expiresAt))}>
        {left === 0 ? reposts.isOver : reposts.endsIn(Math.floor(minutes / 60), minutes % 60)}
      </time>
    </Group>
  )
}
