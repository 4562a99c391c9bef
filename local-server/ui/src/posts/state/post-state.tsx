import { Button, Group, Stack, Text } from '@mantine/core'
import { useDidUpdate } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useSyncExternalStore } from 'react'
import { Link } from 'wouter'
import type { PostBody } from '../../../../../core/api/posts.ts'
import { delayedUntil } from '../../../../../core/rules/publication/next-step.ts'
import { isKeptByHold } from '../../../../../core/rules/times/held.ts'
import { MINUTE } from '../../../../../core/time.ts'
import { useCalendarTimes, useTimeWords } from '../../plan/clock/calendar-zone.tsx'
import { useComposer } from '../../compose/composer.tsx'
import { isAheadOf } from '../../compose/unsaved-work.ts'
import { AMBER_NOTE, CARD } from '../../kit/looks.ts'
import { useUploadsAt } from '../../library/upload/use-uploads.ts'
import { useUnschedule } from '../../plan/plan-queries.ts'
import { useOverlays } from '../../shared/overlay-address.ts'
import { queueStateQuery } from '../../shared/queries.ts'
import { useNow } from '../../shared/use-now.ts'
import { useStrings } from '../../strings/language.tsx'
import { failureText } from '../failure.ts'
import {
  PostForecast,
  PostSymptoms,
  PostWarningNotes,
  ProfileLink,
  SeePostLink,
  useSandboxPost,
} from '../parts.tsx'
import { useCancelSchedule, usePublishDraft } from '../post-mutations.ts'
import { isInFlight } from '../post-queries.ts'
import { PublicationSteps } from '../publication-steps.tsx'
import { FailureBlock, RefusedNote } from './failure-block.tsx'
import { TakeOver, usePostVerdict } from './next-step.tsx'

/** Shows the state of the post and the next step. Announces each change. */
export function PostState({ post }: { readonly post: PostBody }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // What was pressed to get here is gone with the state before, and must not take the keyboard's place with it.
  useDidUpdate(() => {
    if (document.activeElement === document.body) heading.current?.focus()
  }, [post.status])
  return (
    <Stack component="section" align="flex-start" {...CARD} data-status={post.status} data-wraps>
      <div role="status">
        <h2 ref={heading} tabIndex={-1}>
          <Title post={post} />
        </h2>
      </div>
      <Body post={post} />
      <PostForecast post={post} />
      <PostWarningNotes post={post} />
      <PostSymptoms post={post} />
      <TakeOver post={post} />
    </Stack>
  )
}

function Title({ post }: { readonly post: PostBody }) {
  const strings = useStrings()
  const { inMessage } = useCalendarTimes()
  const { page } = strings.posts
  const now = useNow()
  if (post.status === 'FAILED') return failureText(post, strings).title
  if (post.status === 'PUBLISHED') return page.live
  if (post.status === 'DRAFT') return page.draft
  if (isInFlight(post)) return page.publishing
  const at = Date.parse(post.scheduledFor ?? post.createdAt)
  return at > now ? page.scheduled(inMessage(at)) : page.overdue(inMessage(at))
}

function Body({ post }: { readonly post: PostBody }) {
  if (post.status === 'FAILED') return <FailureBlock post={post} />
  if (post.status === 'PUBLISHED')
    return post.igPermalink === null ? <ProfileLink post={post} /> : <SeePostLink post={post} />
  if (post.status === 'DRAFT') return <Draft post={post} />
  return isInFlight(post) ? <UnderWay post={post} /> : <Planned post={post} />
}

function UnderWay({ post }: { readonly post: PostBody }) {
  const { page, next, facts } = useStrings().posts
  const timeWords = useTimeWords()
  const now = useNow()
  const isSandbox = useSandboxPost(post) !== null
  const step = usePostVerdict(post)?.step
  const triesAt = Date.parse(post.nextAttemptAt ?? '')
  // Usually it is read within a minute how far it is, and nobody waits for that moment.
  const isPutOff = post.status === 'PROCESSING' && triesAt > now + MINUTE
  const isCheckingAgain = post.nextAttemptAt !== null && post.status === 'PUBLISHING'
  return (
    <>
      <PublicationSteps status={post.status} mediaType={post.mediaType} isSandbox={isSandbox} />
      <Text maw="40rem" c="dimmed">
        {step?.kind === 'wait' && step.until !== null && <>{next.goesOnAt(timeWords(step.until))} </>}
        {isPutOff && `${facts.nextAttemptAt}: ${timeWords(triesAt)}. `}
        {isCheckingAgain && `${page.stillChecking} `}
        {page.mayLeave}
      </Text>
      <CancelButton post={post} />
    </>
  )
}

/** This browser's editor holds changes or files that the stored post, which is what is published, lacks. */
function useIsUnsaved(post: PostBody): boolean {
  const { draftStorage, uploadPlaces } = useComposer()
  const work = useSyncExternalStore(draftStorage.subscribe, () => draftStorage.get(post.id))
  return isAheadOf(post, work, useUploadsAt(uploadPlaces.of(post.id)))
}

function UnsavedNote({ post }: { readonly post: PostBody }) {
  const { page } = useStrings().posts
  return (
    useIsUnsaved(post) && (
      <Text maw="40rem" {...AMBER_NOTE}>
        {page.unsaved}
      </Text>
    )
  )
}

function Planned({ post }: { readonly post: PostBody }) {
  const sheet = useOverlays()
  const { shared } = useStrings()
  return (
    <>
      <UnsavedNote post={post} />
      <Text maw="40rem" c="dimmed">
        <WhatItWaitsFor post={post} />
      </Text>
      <Group gap="0.75rem 1rem">
        <Button component={Link} href={sheet.hrefOf(post.id)} variant="default">
          {shared.edit}
        </Button>
        <CancelButton post={post} />
      </Group>
    </>
  )
}

/** Says why the post is not out yet, where its time has passed or will pass; else what it needs to go out. */
function WhatItWaitsFor({ post }: { readonly post: PostBody }) {
  const { page } = useStrings().posts
  const timeWords = useTimeWords()
  const isHeld = useQuery(queueStateQuery).data?.held === true
  const now = useNow()
  const isLate = Date.parse(post.scheduledFor ?? '') <= now
  if (post.handover === 'cloud' && isLate) return page.cloudIsLate
  if (isHeld && isKeptByHold(post)) return page.folderIsHeld
  if (post.handover !== null) return page.handover[post.handover]
  const later = delayedUntil(post, now)
  if (later !== null) return page.accountRests(timeWords(later))
  return isLate ? page.isDue : page.keepComputerOn
}

function CancelButton({ post }: { readonly post: PostBody }) {
  const { shared } = useStrings()
  const { mutateAsync: end } = useCancelSchedule()
  const unschedule = useUnschedule()
  const at = Date.parse(post.scheduledFor ?? '')
  const hasTime = post.status === 'SCHEDULED' && at > useNow()
  const cancel = useMutation({
    mutationFn: (): Promise<unknown> => (hasTime ? unschedule(post, at) : end(post.id)),
  })
  if (!usePostVerdict(post)?.actions.canCancel) return null
  return (
    <div>
      <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
        {shared.unschedule}
      </Button>
      <RefusedNote error={cancel.error} />
    </div>
  )
}

function Draft({ post }: { readonly post: PostBody }) {
  const sheet = useOverlays()
  const { posts, shared } = useStrings()
  const { page } = posts
  const publish = usePublishDraft()
  const obstacle = usePostVerdict(post)?.actions.publish
  const isUnsaved = useIsUnsaved(post)
  return (
    <>
      <UnsavedNote post={post} />
      <Text maw="40rem" c="dimmed">
        {page.draftText}
      </Text>
      <Group gap="0.75rem 1rem">
        <Button component={Link} href={sheet.hrefOf(post.id)}>
          {shared.edit}
        </Button>
        {obstacle === null && !isUnsaved && (
          <Button variant="default" loading={publish.isPending} onClick={() => publish.mutate(post)}>
            {page.publishNow}
          </Button>
        )}
      </Group>
      <RefusedNote error={publish.error} />
    </>
  )
}
