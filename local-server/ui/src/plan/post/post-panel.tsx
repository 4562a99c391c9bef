import { Button, Drawer, Group, Stack } from '@mantine/core'
import { Link } from 'wouter'
import { failureSentence } from '../../../../../core/notices/sentences.ts'
import { delayedUntil } from '../../../../../core/posts/next-step.ts'
import { wallTimeOf } from '../../../../../core/scheduling/wall-time.ts'
import type { PlannedPostBody } from '../../../../../core/posts/bodies/planned-post-body.ts'
import { useAccount } from '../../shared/account-queries.ts'
import { Avatar } from '../../kit/avatar.tsx'
import { datedSentence } from '../../shared/dated-sentence.ts'
import { usePostSheet } from '../../shared/post-sheet-address.ts'
import { SandboxMark } from '../../posts/sandbox-post.tsx'
import { SeePostLink } from '../../posts/see-post-link.tsx'
import { ProfileLink } from '../../posts/profile-link.tsx'
import { TakeOver } from '../../posts/state/take-over.tsx'
import { StatusBadge } from '../../posts/status-badge.tsx'
import { useNow } from '../../shared/use-now.ts'
import { knownZoneOf, zoneLabel } from '../../shared/when/time-zones.ts'
import { useFormats, useStrings } from '../../strings/language.tsx'
import { useCalendarTimes } from '../clock/calendar-zone.tsx'
import { ChangeTime } from './change-time.tsx'
import { canMove } from '../planned-tiles.ts'
import classes from './post-panel.module.css'
import { RepeatMenu } from '../slots/repeat-menu.tsx'
import { ownerOfPost, OwnerBadge } from '../card/card-facts.tsx'

interface PostPanelProps {
  /** Null while it is closed. */
  readonly post: PlannedPostBody | null
  readonly now: number
  readonly onUnschedule: (post: PlannedPostBody) => void
  /** Called before its page is opened. */
  readonly onLeave: (post: PlannedPostBody) => void
  readonly onClose: () => void
}

/** All about one post of the plan, and what can be done with it. */
export function PostPanel({ post, onClose, ...rest }: PostPanelProps) {
  const { plan } = useStrings()
  return (
    <Drawer.Root opened={post !== null} onClose={onClose} position="right" size="min(30rem, 100vw)">
      <Drawer.Overlay />
      <Drawer.Content>
        <Drawer.Body>
          <Group gap={0} justify="space-between" wrap="nowrap" py="sm" px={0}>
            <Drawer.Title fz="lg" fw={650}>
              {plan.postPanel}
            </Drawer.Title>
            <Drawer.CloseButton aria-label={plan.closePanel} />
          </Group>
          {post && <PostDetails key={post.id} post={post} onClose={onClose} {...rest} />}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

function PostDetails({
  post,
  now,
  onUnschedule,
  onLeave,
  onClose,
}: Omit<PostPanelProps, 'post'> & { readonly post: PlannedPostBody }) {
  const { plan, notices } = useStrings()
  const { dayAndTime } = useCalendarTimes()
  const sheet = usePostSheet()
  const owner = ownerOfPost(post)
  return (
    <Stack gap="md" pb="xl">
      <p className={classes.facts}>
        <StatusBadge post={post} />
        <span>{plan.types[post.mediaType]}</span>
      </p>
      <AccountLine post={post} />
      <div className={classes.content}>
        {post.thumbnailUrl !== null && <img className={classes.picture} src={post.thumbnailUrl} alt="" />}
        <p className={classes.caption} dir="auto">
          {post.caption ?? <span className={classes.soft}>{plan.noCaption}</span>}
        </p>
      </div>
      <PostTimes post={post} />
      {owner !== null && <OwnerBadge owner={owner} />}
      <Outcome post={post} />
      {post.warningDetails.length > 0 && (
        <section aria-label={plan.warnings} className={classes.warnings}>
          {post.warningDetails.map((warning) => (
            <p key={JSON.stringify(warning)}>
              {datedSentence(warning, notices, (at) => dayAndTime(at.getTime()))}
            </p>
          ))}
        </section>
      )}
      <TakeOver post={post} />
      {canMove(post) && <ChangeTime post={post} now={now} />}
      <Group gap="xs" align="stretch">
        {(canMove(post) || post.status === 'PUBLISHED') && <RepeatMenu postId={post.id} />}
        {canMove(post) && (
          <>
            <Button component={Link} href={sheet.hrefOf(post.id)} variant="default" onClick={onClose}>
              {plan.edit}
            </Button>
            <Button variant="default" onClick={() => onUnschedule(post)}>
              {plan.takeBack}
            </Button>
          </>
        )}
        <Button component={Link} href={`/posts/${post.id}`} variant="default" onClick={() => onLeave(post)}>
          {plan.details}
        </Button>
      </Group>
    </Stack>
  )
}

/** Time of publication by the clocks of the calendar; below it by those that it was planned by, where they differ. */
function PostTimes({ post }: { readonly post: PlannedPostBody }) {
  const { plan } = useStrings()
  const { zone, dayAndTime } = useCalendarTimes()
  const later = delayedUntil(post, useNow())
  const word =
    post.status === 'PUBLISHED' ? plan.wentOut : post.status === 'FAILED' ? plan.wasDue : plan.goesOut
  return (
    <div>
      <p className={classes.soft}>{word}</p>
      <p className={classes.when}>
        <time dateTime={post.at}>{dayAndTime(Date.parse(post.at))}</time>{' '}
        <span className={classes.soft}>{zoneLabel(zone)}</span>
      </p>
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
  return <p className={classes.soft}>{plan.ownZone(formats.dayAndTime(new Date(at), own), zoneLabel(own))}</p>
}

function AccountLine({ post }: { readonly post: PlannedPostBody }) {
  const account = useAccount(post.platformAccountId)
  return (
    <p className={classes.account}>
      {account && (
        <>
          <Avatar account={account} />
          <strong>{account.username}</strong>
        </>
      )}
      <SandboxMark post={post} />
    </p>
  )
}

function Outcome({ post }: { readonly post: PlannedPostBody }) {
  const { plan, notices } = useStrings()
  if (post.publishOutcome === 'unconfirmed') {
    return (
      <div className={classes.failure}>
        <p>{plan.unconfirmed}</p>
        <ProfileLink post={post} />
      </div>
    )
  }
  if (post.status === 'FAILED')
    return <p className={classes.failure}>{post.errorDetail && failureSentence(post.errorDetail, notices)}</p>
  if (post.status === 'PUBLISHED') return <SeePostLink post={post} />
  return canMove(post) ? null : <p className={classes.soft}>{plan.underWay}</p>
}
