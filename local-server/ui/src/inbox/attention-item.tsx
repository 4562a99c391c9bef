import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { AlertIcon, InfoIcon, StopIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { AttentionEntryBody, Severity } from '../../../../core/api/attention.ts'
import { detailSentence } from '../../../../core/rules/notices/attention-details.ts'
import { useCalendarTimes, useTimeWords } from '../plan/clock/calendar-zone.tsx'
import { failureText } from '../posts/failure.ts'
import { codesOf, SymptomLinks } from '../help/symptom-links.tsx'
import { captionStart } from '../posts/post-name.ts'
import { CARD, SMALL } from '../kit/looks.ts'
import { postQuery } from '../posts/post-queries.ts'
import { useAccount } from '../shared/queries.ts'
import { useFormats, useStrings } from '../strings/language.tsx'
import { CauseStep, useCauseSentence } from './cause.tsx'
import type { Cause } from './causes.ts'

const ICONS = { error: StopIcon, warning: AlertIcon, notice: InfoIcon } as const satisfies Record<
  Severity,
  unknown
>

const COLOURS = {
  error: 'var(--red)',
  warning: 'var(--amber-ink)',
  notice: 'dimmed',
} as const satisfies Record<Severity, string>

interface AttentionItemProps {
  readonly cause: Cause
  readonly onPutAway: () => void
}

/** One cause: what it is, since when, the posts and the account that it concerns, and one action for all of them. */
export function AttentionItem({ cause, onPutAway }: AttentionItemProps) {
  const { attention } = useStrings()
  const formats = useFormats()
  const timeWords = useTimeWords()
  const { zone } = useCalendarTimes()
  const { first, postIds } = cause
  const { severity, since, accountId } = first
  const Icon = ICONS[severity]
  return (
    <Group
      component="li"
      gap="sm"
      wrap="nowrap"
      align="flex-start"
      {...CARD}
      p="1rem clamp(1rem, 3vw, 1.25rem)"
    >
      <Box component="span" c={COLOURS[severity]}>
        <Icon aria-label={attention.severities[severity]} />
      </Box>
      <Stack gap="3xs" flex={1} miw={0}>
        <Text component="h2" fw={650} lts={0} lh={1.45}>
          {useCauseSentence()(cause)}
        </Text>
        {first.postId === null ? (
          <Detail entry={first} />
        ) : (
          <PostDetail entry={first} postId={first.postId} />
        )}
        <Group component="p" gap="0.125rem 1rem" align="stretch" {...SMALL}>
          <span>
            {attention.since}{' '}
            <time dateTime={since} title={formats.exact(new Date(since), zone)}>
              {timeWords(Date.parse(since))}
            </time>
          </span>
          {postIds.slice(0, LINKS).map((id) => (
            <PostLink key={id} id={id} />
          ))}
          {postIds.length > LINKS && <span>{attention.andMore(postIds.length - LINKS)}</span>}
          {accountId !== null && <AccountLink id={accountId} />}
        </Group>
        <SymptomLinks causes={[[...(first.detail === null ? [] : codesOf(first.detail)), first.code]]} />
        <Group gap="xs" mt="4xs" {...SMALL} data-wraps>
          <CauseStep cause={cause} />
          <Button variant="subtle" size="xs" onClick={onPutAway}>
            {attention.putAway}
          </Button>
        </Group>
      </Stack>
    </Group>
  )
}

/** Each link fetches its post. */
export const LINKS = 5

interface DetailProps {
  readonly entry: AttentionEntryBody
}

/** The page shows more of a failure than its sentence. */
function PostDetail({ entry, postId }: DetailProps & { readonly postId: string }) {
  const strings = useStrings()
  const post = useQuery(postQuery(postId)).data
  const isFailed = entry.code === 'POST_FAILED' && post?.status === 'FAILED'
  return isFailed ? <p>{failureText(post, strings).cause}</p> : <Detail entry={entry} />
}

function Detail({ entry: { detail } }: DetailProps) {
  const { attention, notices } = useStrings()
  return detail === null ? null : <p>{detailSentence(detail, { details: attention.details, notices })}</p>
}

function PostLink({ id }: { readonly id: string }) {
  const { attention } = useStrings()
  const post = useQuery(postQuery(id)).data
  return (
    <Link href={`/posts/${id}`} dir="auto">
      {captionStart(post?.caption ?? null) ?? attention.post}
    </Link>
  )
}

function AccountLink({ id }: { readonly id: string }) {
  const account = useAccount(id)
  return account ? <Link href="/settings/accounts">{account.username}</Link> : null
}
