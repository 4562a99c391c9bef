import { Button, FileButton, Group, Image, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { Link } from 'wouter'
import { delayedUntil, isQueuedForRoom } from '../../../../core/rules/publication/next-step.ts'
import { wallTimeAt, wallTimeOf } from '../../../../core/rules/times/wall-time.ts'
import type { Instant } from '../../../../core/time.ts'
import type { PlannedPostBody } from '../../../../core/features/posts/bodies/planned-post-body.ts'
import { useComposer } from '../compose/composer.tsx'
import { FILE_TYPES, useSendFile } from '../library/upload/use-uploads.ts'
import { useAccount } from '../shared/queries.ts'
import { Avatar } from '../kit/avatar.tsx'
import { RED_NOTE, SOFT } from '../kit/looks.ts'
import { ProblemNote } from '../kit/problem-note.tsx'
import { Sheet, SheetBody, SheetHead } from '../kit/sheet.tsx'
import { useLeave } from '../kit/unsaved.tsx'
import { takeFocus } from '../shared/on-demand.tsx'
import { useOverlays } from '../shared/overlay-address.ts'
import {
  PostForecast,
  PostSymptoms,
  PostWarningNotes,
  ProfileLink,
  SandboxMark,
  SeePostLink,
  StatusBadge,
} from '../posts/parts.tsx'
import { failureNote } from '../posts/failure.ts'
import { NextStepAction, TakeOver } from '../posts/state/next-step.tsx'
import { useNow } from '../shared/use-now.ts'
import { knownZoneOf, zoneLabel } from '../shared/when/time-zones.ts'
import { useFormats, useLazyStrings, useStrings } from '../strings/language.tsx'
import { useCalendarTimes } from './clock/calendar-zone.tsx'
import { type NewTime, useReschedule } from './plan-queries.ts'
import { canMove } from './planned-tiles.ts'
import { RepeatMenu } from './repeat-menu.tsx'
import { WhenForm } from './time-dialogs.tsx'
import { ownerOfPost, OwnerBadge } from './card/card-facts.tsx'

interface PostPanelProps {
  /** Null while it is closed. */
  readonly post: PlannedPostBody | null
  readonly onUnschedule: (post: PlannedPostBody) => void
  /** Called before its page is opened. */
  readonly onLeave: (post: PlannedPostBody) => void
  readonly onClose: () => void
}

/** All about one post of the plan, and what can be done with it. */
export function PostPanel({ post, onClose, ...rest }: PostPanelProps) {
  const { plan, shared } = useStrings()
  return (
    <Sheet opened={post !== null} size="30rem" onClose={onClose}>
      <SheetHead title={plan.postPanel} close={shared.close} />
      <SheetBody>{post && <PostDetails key={post.id} post={post} {...rest} />}</SheetBody>
    </Sheet>
  )
}

function PostDetails({
  post,
  onUnschedule,
  onLeave,
}: Omit<PostPanelProps, 'post' | 'onClose'> & { readonly post: PlannedPostBody }) {
  const { posts, shared } = useStrings()
  const sheet = useOverlays()
  const leave = useLeave()
  const details = useRef<HTMLAnchorElement>(null)
  const owner = ownerOfPost(post)
  // An uncertain post has the link to the profile above instead.
  const isMendable = post.status === 'FAILED' && post.publishOutcome !== 'unconfirmed'
  // A post that waits for room is not sent yet, either.
  const mayChange = canMove(post) || isQueuedForRoom(post.status, post.warningDetails)
  return (
    <Stack gap="md" pb="2xl">
      <Group component="p" gap="0.375rem 1rem">
        <StatusBadge post={post} />
        <span>{posts.type[post.mediaType]}</span>
      </Group>
      <AccountLine post={post} />
      <Group wrap="nowrap" align="flex-start">
        {post.thumbnailUrl !== null && (
          <Image src={post.thumbnailUrl} alt="" flex="none" w="7rem" h="7rem" radius="md" />
        )}
        <Text
          flex={1}
          miw={0}
          mah="14rem"
          c={post.caption === null ? 'dimmed' : 'inherit'}
          dir="auto"
          style={{ overflowY: 'auto', whiteSpace: 'pre-line' }}
        >
          {post.caption ?? posts.noCaption}
        </Text>
      </Group>
      {/* What was unscheduled elsewhere meanwhile has none. */}
      {post.status !== 'DRAFT' && <PostTimes post={post} />}
      {owner !== null && <OwnerBadge owner={owner} />}
      <Outcome post={post} mayChange={mayChange} />
      <PostForecast post={post} />
      <PostWarningNotes post={post} />
      <PostSymptoms post={post} />
      <TakeOver post={post} />
      {mayChange && <ChangeTime post={post} />}
      <Group gap="xs" align="stretch">
        {isMendable && (
          <NextStepAction
            post={post}
            isMain
            onRetried={() => details.current?.focus()}
            onLeave={() => onLeave(post)}
          />
        )}
        {(canMove(post) || post.status === 'PUBLISHED') && (
          <RepeatMenu post={post} onLeave={() => onLeave(post)} />
        )}
        {canMove(post) && (
          <Button variant="default" onClick={() => leave(() => sheet.replace(post.id))}>
            {shared.edit}
          </Button>
        )}
        {canMove(post) && post.mediaType !== 'CAROUSEL' && <ReplaceFile post={post} />}
        {mayChange && (
          <Button variant="default" onClick={() => onUnschedule(post)}>
            {shared.unschedule}
          </Button>
        )}
        <Button
          ref={details}
          component={Link}
          href={`/posts/${post.id}`}
          variant="default"
          onClick={() => onLeave(post)}
        >
          {posts.page.details}
        </Button>
      </Group>
    </Stack>
  )
}

/** The file is on its way while the sheet opens, where it takes the place of the post's own. */
function ReplaceFile({ post }: { readonly post: PlannedPostBody }) {
  const { planning } = useLazyStrings()
  const { uploadPlaces } = useComposer()
  const sheet = useOverlays()
  const leave = useLeave()
  const send = useSendFile(uploadPlaces.of(post.id))
  const replaceWith = (file: File) =>
    leave(() => {
      send(file)
      sheet.replace(post.id)
    })
  return (
    <FileButton accept={FILE_TYPES} onChange={(file) => file && replaceWith(file)}>
      {(props) => (
        <Button {...props} variant="default">
          {planning.replaceFile}
        </Button>
      )}
    </FileButton>
  )
}

/** Time of publication by the clocks of the calendar; below it by those that it was planned by, where they differ. */
function PostTimes({ post }: { readonly post: PlannedPostBody }) {
  const { plan, posts } = useStrings()
  const { zone, dayAndTime } = useCalendarTimes()
  const later = delayedUntil(post, useNow())
  const word =
    post.status === 'PUBLISHED'
      ? posts.facts.publishedAt
      : post.status === 'FAILED'
        ? plan.wasDue
        : posts.facts.scheduledFor
  return (
    <div>
      <Text {...SOFT}>{word}</Text>
      <Text fz="lg" fw={600}>
        <time dateTime={post.at}>{dayAndTime(Date.parse(post.at))}</time>{' '}
        <Text span {...SOFT}>
          {zoneLabel(zone)}
        </Text>
      </Text>
      <OwnZone post={post} zone={zone} />
      {later !== null && <p>{plan.triedAgain(dayAndTime(later))}</p>}
    </div>
  )
}

/** Nothing for a post that was never given a time: its zone was not chosen by anybody. */
function OwnZone({ post, zone }: { readonly post: PlannedPostBody; readonly zone: string }) {
  const { plan } = useStrings()
  const formats = useFormats()
  const own = knownZoneOf(post.timezone)
  const at = Date.parse(post.at)
  if (!post.isScheduled || wallTimeOf(at, own) === wallTimeOf(at, zone)) return null
  return <Text {...SOFT}>{plan.ownZone(formats.dayAndTime(new Date(at), own), zoneLabel(own))}</Text>
}

function AccountLine({ post }: { readonly post: PlannedPostBody }) {
  const account = useAccount(post.platformAccountId)
  return (
    <Group component="p" gap="xs" data-fills-later>
      {account && (
        <>
          <Avatar account={account} />
          <strong>{account.username}</strong>
        </>
      )}
      <SandboxMark post={post} />
    </Group>
  )
}

function Outcome({ post, mayChange }: { readonly post: PlannedPostBody; readonly mayChange: boolean }) {
  const strings = useStrings()
  const { plan } = strings
  if (post.publishOutcome === 'unconfirmed') {
    return (
      <Stack gap="3xs" {...RED_NOTE} fz="0.9375rem">
        <p>{plan.unconfirmed}</p>
        <ProfileLink post={post} />
      </Stack>
    )
  }
  if (post.status === 'FAILED')
    return (
      <Text {...RED_NOTE} fz="0.9375rem">
        {failureNote(post, strings)}
      </Text>
    )
  if (post.status === 'PUBLISHED') return <SeePostLink post={post} />
  return mayChange || post.status === 'DRAFT' ? null : <Text {...SOFT}>{plan.underWay}</Text>
}

/** Another time by hand, which is how the keyboard moves a post. What was changed last can be undone in place. */
function ChangeTime({ post }: { readonly post: PlannedPostBody }) {
  const { plan, shared } = useStrings()
  const { zone, dayAndTime } = useCalendarTimes()
  const [isAsking, setAsking] = useState<boolean | null>(null)
  const [before, setBefore] = useState<NewTime | null>(null)
  const reschedule = useReschedule()
  const now = { post, at: Date.parse(post.at), timeZone: post.timezone }
  const save = (at: Instant, timeZone: string) =>
    reschedule.mutate(
      // The fields begin in the calendar's zone; the post keeps its own until another one is chosen.
      { post, at, timeZone: timeZone === zone ? post.timezone : timeZone },
      {
        onSuccess: () => {
          setAsking(false)
          setBefore(now)
        },
      },
    )
  const undo = () => before && reschedule.mutate({ ...before, post }, { onSuccess: () => setBefore(null) })
  return (
    <Stack gap="md">
      {isAsking ? (
        <div ref={focusFirst}>
          <WhenForm
            from={wallTimeAt(now.at, zone)}
            act={plan.saveTime}
            work={reschedule}
            onSave={save}
            onCancel={() => setAsking(false)}
          />
        </div>
      ) : (
        <>
          <Button ref={isAsking === null ? null : takeFocus} w="fit-content" onClick={() => setAsking(true)}>
            {plan.changeTime}
          </Button>
          {reschedule.isError && <ProblemNote error={reschedule.error} />}
        </>
      )}
      <Group component="p" role="status" gap="sm" {...SOFT} data-fills-later>
        {before && !isAsking && (
          <>
            {plan.movedTo(dayAndTime(now.at))}
            {before.at > Date.now() && (
              <Button
                ref={takeFocus}
                size="compact-sm"
                variant="default"
                loading={reschedule.isPending}
                onClick={undo}
              >
                {shared.undo}
              </Button>
            )}
          </>
        )}
      </Group>
    </Stack>
  )
}

/** The button that opened it is gone. */
const focusFirst = (form: HTMLElement | null) => form?.querySelector('input')?.focus()
