import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import type { PostBody } from '../../../../../core/api/posts.ts'
import type { PostNextStep } from '../../../../../core/posts/next-step.ts'
import { RED_NOTE, SOFT } from '../../kit/looks.ts'
import { useStrings } from '../../strings/language.tsx'
import { CopyToDraft } from '../actions/copy-to-draft.tsx'
import { DeletePostDialog } from '../actions/delete-post-dialog.tsx'
import { useTimeWords } from '../moment-words.ts'
import { failureText } from '../failure.ts'
import { FixMedia } from './fix-media.tsx'
import { useRetry } from '../post-mutations.ts'
import { usePostVerdict, type PostVerdict } from './post-verdict.ts'
import { ProfileButton } from '../post-links.tsx'
import { useSandboxPost } from '../sandbox-post.tsx'

/** Says what happened in a sentence, what helps, and, in a disclosure, what the platform said. */
export function FailureBlock({ post }: { readonly post: PostBody }) {
  const strings = useStrings()
  const { posts } = strings
  const verdict = usePostVerdict(post)
  const { cause, platformSaid } = failureText(post, strings)
  return (
    <Stack w="100%">
      <Text {...RED_NOTE}>{cause}</Text>
      {verdict && <Help post={post} verdict={verdict} />}
      {(platformSaid !== null || post.errorCode !== null) && (
        <Box component="details" {...SOFT}>
          <summary>{platformSaid === null ? posts.failure.errorCode : posts.failure.details}</summary>
          {platformSaid !== null && <p dir="auto">{platformSaid}</p>}
          <p>
            {platformSaid !== null && `${posts.failure.errorCode}: `}
            <code>{post.errorCode}</code>
          </p>
        </Box>
      )}
    </Stack>
  )
}

interface HelpProps {
  readonly post: PostBody
  readonly verdict: PostVerdict
}

function Help({ post, verdict }: HelpProps) {
  const { next, failure } = useStrings().posts
  const { step, account } = verdict
  const isHidden = useSandboxPost(post) === 'off'
  const sentence = useSentence(step, { name: account?.username ?? '', isHidden })
  return (
    <>
      {sentence !== null && <Text maw="40rem">{sentence}</Text>}
      {step.kind === 'fix_media' && <FixMedia post={post} />}
      <Group gap="0.75rem 1rem">
        <Actions post={post} verdict={verdict} />
      </Group>
      {step.kind === 'check_platform' && (
        <Text inherit maw="40rem" c="dimmed">
          {verdict.actions.retry === null && `${next.retryIsSafe} `}
          {post.publishOutcome === 'unconfirmed' && failure.keepsLooking}
        </Text>
      )}
    </>
  )
}

interface NamedAccount {
  readonly name: string
  /** It is the sandbox’s, which is switched off. */
  readonly isHidden: boolean
}

function useSentence(step: PostNextStep, { name, isHidden }: NamedAccount): string | null {
  const { next, sandboxIsOff } = useStrings().posts
  const timeWords = useTimeWords()
  switch (step.kind) {
    case 'none':
      return null
    case 'retry':
      return next.retrySentence
    case 'reconnect':
      if (isHidden) return sandboxIsOff
      return step.isGone ? next.goneSentence : next.reconnectSentence(name)
    case 'fix_media':
      return next.fixSentence
    case 'set_up_bucket':
      return next.bucketSentence
    case 'change_post':
      return next.changeSentence
    case 'check_platform':
      return next.checkSentence
    case 'wait':
      if (step.forRoom && step.until !== null) return next.waitForRoom(timeWords(step.until))
      return step.until === null ? next.waitSomeTime : next.waitUntil(timeWords(step.until))
  }
}

/** The first is what helps; others only where one must come after the other. */
function Actions({ post, verdict: { step, account } }: HelpProps) {
  const { next } = useStrings().posts
  const timeWords = useTimeWords()
  const isHidden = useSandboxPost(post) === 'off'
  switch (step.kind) {
    case 'none':
      return null
    case 'retry':
      return <RetryButton post={post} text={next.retry} isFirst />
    case 'reconnect':
      if (isHidden) return <CopyToDraft post={post} />
      return (
        <>
          <Button component={Link} href="/accounts">
            {step.isGone || account === null ? next.connect : next.reconnect(account.username)}
          </Button>
          {step.isGone ? <CopyToDraft post={post} /> : <RetryButton post={post} text={next.retry} />}
        </>
      )
    case 'fix_media':
      return (
        <>
          <RetryButton post={post} text={next.retry} isFirst />
          <CopyToDraft post={post} />
        </>
      )
    case 'set_up_bucket':
      return (
        <>
          <Button component={Link} href="/cloud">
            {next.bucket}
          </Button>
          <RetryButton post={post} text={next.retry} />
        </>
      )
    case 'change_post':
      return <CopyToDraft post={post} isFirst />
    case 'check_platform':
      return <WhatIsThere post={post} />
    case 'wait': {
      if (step.forRoom) return <RetryButton post={post} text={next.whenRoom} isFirst />
      const time = step.until === null ? null : timeWords(step.until)
      return <RetryButton post={post} text={time === null ? next.retry : next.afterPause(time)} isFirst />
    }
  }
}

function WhatIsThere({ post }: { readonly post: PostBody }) {
  const { next } = useStrings().posts
  const [isClearing, setClearing] = useState(false)
  return (
    <>
      <ProfileButton post={post} />
      <RetryButton post={post} text={next.notThere} />
      <Button variant="default" onClick={() => setClearing(true)}>
        {next.isThere}
      </Button>
      <DeletePostDialog post={isClearing ? post : null} onClose={() => setClearing(false)} />
    </>
  )
}

interface RetryButtonProps {
  readonly post: PostBody
  readonly text: string
  readonly isFirst?: boolean
}

/** Nothing where the server would refuse it. */
function RetryButton({ post, text, isFirst = false }: RetryButtonProps) {
  const retry = useRetry()
  const obstacle = usePostVerdict(post)?.actions.retry
  if (obstacle !== null) return null
  return (
    <>
      <Button
        variant={isFirst ? 'filled' : 'default'}
        loading={retry.isPending}
        onClick={() => retry.mutate(post.id)}
      >
        {text}
      </Button>
      {retry.error && (
        <Text role="alert" flex="1 0 100%" c="var(--red)">
          {retry.error.message}
        </Text>
      )}
    </>
  )
}
