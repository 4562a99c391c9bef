import { Button } from '@mantine/core'
import { AlertIcon, InfoIcon, StopIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { AttentionEntryBody, AttentionStep, Severity } from '../../../../core/api/attention.ts'
import { detailSentence } from '../../../../core/notices/attention-details.ts'
import { failureText } from '../posts/failure.ts'
import { useTimeWords } from '../posts/moment-words.ts'
import { captionStart } from '../posts/post-name.ts'
import { postQuery } from '../posts/post-queries.ts'
import { useAccount } from '../shared/account-queries.ts'
import { useFormats, useStrings } from '../strings/language.tsx'
import classes from './attention-item.module.css'
import { entrySentence } from './entry-sentence.ts'

const ICONS = { error: StopIcon, warning: AlertIcon, notice: InfoIcon } as const satisfies Record<
  Severity,
  unknown
>

/** One entry: what it is, since when, what it concerns, and the way to where it is put right. */
export function AttentionItem({ entry }: { readonly entry: AttentionEntryBody }) {
  const { attention, posts } = useStrings()
  const formats = useFormats()
  const timeWords = useTimeWords()
  const { severity, since, postId, accountId, nextStep, until } = entry
  const Icon = ICONS[severity]
  const place = placeOf(entry)
  const isAfterPause = nextStep === 'retry' && until !== null
  const step = isAfterPause ? posts.next.afterPause(timeWords(Date.parse(until))) : attention.steps[nextStep]
  return (
    <li className={classes.item} data-severity={severity}>
      <span className={classes.icon}>
        <Icon aria-label={attention.severities[severity]} />
      </span>
      <div className={classes.body}>
        <h2>{entrySentence(entry, attention)}</h2>
        {postId === null ? <Detail entry={entry} /> : <PostDetail entry={entry} postId={postId} />}
        <p className={classes.facts}>
          <span>
            {attention.since}{' '}
            <time dateTime={since} title={formats.exact(new Date(since))}>
              {timeWords(Date.parse(since))}
            </time>
          </span>
          {postId !== null && <PostLink id={postId} />}
          {accountId !== null && <AccountLink id={accountId} />}
        </p>
        {place === null ? (
          <p className={classes.facts}>{step}</p>
        ) : (
          <Button component={Link} href={place} variant="default" size="xs" className={classes.step}>
            {step}
          </Button>
        )}
      </div>
    </li>
  )
}

const PLACES: Readonly<Record<AttentionStep, 'post' | `/${string}` | null>> = {
  // The banner above the page has the button.
  confirm_queue: null,
  free_disk: '/settings',
  repair_disk: '/settings',
  check_platform: 'post',
  retry: 'post',
  open_post: 'post',
  fix_media: 'post',
  change_post: 'post',
  set_up_bucket: '/cloud',
  reschedule: 'post',
  plan_again: null,
  reconnect: '/accounts',
  check_cloud: '/cloud',
  keep_awake: '/plan',
  wait: null,
}

function placeOf({ nextStep, postId }: AttentionEntryBody): string | null {
  const place = PLACES[nextStep]
  if (place !== 'post') return place
  return postId === null ? '/posts' : `/posts/${postId}`
}

interface DetailProps {
  readonly entry: AttentionEntryBody
}

/** The page tells more of a failure than its sentence. */
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
  return <Link href={`/posts/${id}`}>{captionStart(post?.caption ?? null) ?? attention.post}</Link>
}

function AccountLink({ id }: { readonly id: string }) {
  const account = useAccount(id)
  return account ? <Link href="/accounts">{account.username}</Link> : null
}
