import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { useQueryClient } from '@tanstack/react-query'
import type { PostBody } from '../../../../../core/api/posts.ts'
import type { MediaFileBody } from '../../../../../core/api/media.ts'
import { isVideo } from '../../../../../core/rules/fit/fixes.ts'
import { RED_NOTE, SMALL, SOFT } from '../../kit/looks.ts'
import { useFormats, useStrings } from '../../strings/language.tsx'
import { CopyToDraft, DeletePostDialog } from '../post-actions.tsx'
import { useTimeWords } from '../../plan/clock/calendar-zone.tsx'
import { failureText } from '../failure.ts'
import { useRetry } from '../post-mutations.ts'
import { ProfileButton, ThumbnailFrame, useSandboxPost } from '../parts.tsx'
import { groups } from '../../query-keys.ts'
import { FileProblems } from '../../library/fit/file-fixes.tsx'
import { type PostVerdict, usePostVerdict } from './next-step.tsx'

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
  const { failure } = useStrings().posts
  const [sentence, actions] = useHelp(post, verdict)
  return (
    <>
      {sentence !== null && <Text maw="40rem">{sentence}</Text>}
      {verdict.step.kind === 'fix_media' && <FixMedia post={post} />}
      <Group gap="0.75rem 1rem">{actions}</Group>
      {post.publishOutcome === 'unconfirmed' && (
        <Text inherit maw="40rem" c="dimmed">
          {failure.keepsLooking}
        </Text>
      )}
    </>
  )
}

/** A sentence and the buttons: the first is what helps; others only where one must come after the other. */
function useHelp(post: PostBody, { step, account }: PostVerdict): readonly [string | null, ReactNode] {
  const { next, sandboxIsOff } = useStrings().posts
  const timeWords = useTimeWords()
  const isHidden = useSandboxPost(post) === 'off'
  const retry = <RetryButton post={post} text={next.retry} />
  const retryFirst = <RetryButton post={post} text={next.retry} isFirst />
  const copy = <CopyToDraft post={post} />
  switch (step.kind) {
    case 'none':
      return [null, null]
    case 'retry':
      return [next.retrySentence, retryFirst]
    case 'reconnect':
      if (isHidden) return [sandboxIsOff, copy]
      return [
        step.isGone ? next.goneSentence : next.reconnectSentence(account?.username ?? ''),
        <>
          <Button component={Link} href="/settings/accounts">
            {step.isGone || account === null ? next.connect : next.reconnect(account.username)}
          </Button>
          {step.isGone ? copy : retry}
        </>,
      ]
    case 'settle_at_platform':
      return [next.settleSentence, retryFirst]
    case 'fix_media':
      return [
        next.fixSentence,
        <>
          {retryFirst}
          {copy}
        </>,
      ]
    case 'set_up_bucket':
      return [
        next.bucketSentence,
        <>
          <Button component={Link} href="/settings/cloud">
            {next.bucket}
          </Button>
          {retry}
        </>,
      ]
    case 'change_post':
      return [next.changeSentence, <CopyToDraft key="copy" post={post} isFirst />]
    case 'check_platform':
      return [next.checkSentence, <WhatIsThere key="there" post={post} />]
    case 'wait': {
      const time = step.until === null ? null : timeWords(step.until)
      if (step.forRoom)
        return [
          time === null ? next.waitSomeTime : next.waitForRoom(time),
          <RetryButton key="retry" post={post} text={next.whenRoom} isFirst />,
        ]
      if (time === null) return [next.waitSomeTime, retryFirst]
      return [
        next.waitUntil(time),
        <RetryButton key="retry" post={post} text={next.afterPause(time)} isFirst />,
      ]
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
        onClick={() => retry.mutate([post.id])}
      >
        {text}
      </Button>
      <RefusedNote error={retry.error} />
    </>
  )
}

/** Why the button before it did nothing, on a line of its own. */
export function RefusedNote({ error }: { readonly error: Error | null }) {
  return (
    error && (
      <Text role="alert" flex="1 0 100%" c="var(--red)">
        {error.message}
      </Text>
    )
  )
}

/** The files of a post that was refused, each with what is wrong with it and what can be done in place. */
function FixMedia({ post }: { readonly post: PostBody }) {
  const { fix } = useStrings().posts
  if (post.mediaFiles.length === 0) return <p>{fix.noFiles}</p>
  return (
    <Stack component="ul" gap="lg" w="100%">
      {post.mediaFiles.map((file, index) => (
        <FileToFix key={file.id} post={post} file={file} number={index + 1} />
      ))}
    </Stack>
  )
}

interface FileToFixProps {
  readonly post: PostBody
  readonly file: MediaFileBody
  readonly number: number
}

function FileToFix({ post, file, number }: FileToFixProps) {
  const { fix } = useStrings().posts
  const formats = useFormats()
  const client = useQueryClient()
  const { width, height, fileSize } = file.processed ?? file
  return (
    <Group component="li" align="flex-start" p="md" bdrs="md" bg="var(--tint)">
      <ThumbnailFrame url={isVideo(file) ? file.thumbnailPreviewUrl : file.previewUrl} size="6rem" />
      <Stack gap="3xs" flex="1 1 16rem" miw={0}>
        <Text fw={600}>{fix.file(number, file.originalFilename)}</Text>
        <Text {...SMALL}>
          {width !== null && height !== null && `${width} × ${height}, `}
          {formats.bytes(fileSize)}
        </Text>
        <FileProblems
          media={file}
          mediaType={post.mediaType}
          wasRefused
          onFixed={() => void client.invalidateQueries({ queryKey: groups.posts })}
        />
      </Stack>
    </Group>
  )
}
