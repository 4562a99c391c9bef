import { ActionIcon, CopyButton, Group, Stack, Text, Tooltip, UnstyledButton } from '@mantine/core'
import { CheckIcon, ChevronRightIcon, CopyIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearch } from 'wouter'
import type { AttemptBody } from '../../../../../core/api/post-history.ts'
import type { PostBody } from '../../../../../core/api/posts.ts'
import { attemptsReport } from '../../../../../core/rules/publication/attempts-report.ts'
import { CopyAction } from '../../kit/copy-text.tsx'
import { SMALL } from '../../kit/looks.ts'
import { Loaded } from '../../kit/problem-note.tsx'
import { useCalendarTimes } from '../../plan/clock/calendar-zone.tsx'
import { useFormats, useStrings } from '../../strings/language.tsx'
import classes from './attempts.module.css'
import { attemptsQuery } from '../post-queries.ts'

/** One click away, and at an address of its own: `/posts/ID?attempts`. */
export function Attempts({ post }: { readonly post: PostBody }) {
  const { attempts } = useStrings().posts
  const [, navigate] = useLocation()
  const isOpen = new URLSearchParams(useSearch()).has('attempts')
  const toggle = () => navigate(`/posts/${post.id}${isOpen ? '' : '?attempts'}`, { replace: true })
  if (post.status === 'DRAFT') return null
  return (
    <section>
      <h2 className={classes.title}>
        <UnstyledButton
          ml="-2xs"
          p="2xs"
          fz="inherit"
          fw="inherit"
          lh="inherit"
          lts="inherit"
          aria-expanded={isOpen}
          aria-controls="attempts"
          onClick={toggle}
        >
          <Group component="span" gap="2xs" wrap="nowrap">
            <ChevronRightIcon />
            {attempts.title}
          </Group>
        </UnstyledButton>
      </h2>
      <div id="attempts" hidden={!isOpen}>
        {isOpen && <AttemptList post={post} />}
      </div>
    </section>
  )
}

function AttemptList({ post }: { readonly post: PostBody }) {
  const { attempts: words } = useStrings().posts
  return (
    <Loaded query={useQuery(attemptsQuery(post.id))} height={160}>
      {(attempts) =>
        attempts.length === 0 ? (
          <Text mt="sm" c="dimmed">
            {words.none}
          </Text>
        ) : (
          <>
            <Stack component="ol" gap="lg" mt="md" mb="lg" ml="3xs" pl="lg" className={classes.list ?? ''}>
              {attempts.map((attempt, index) => (
                <AttemptItem key={index} attempt={attempt} number={index + 1} />
              ))}
            </Stack>
            <CopyAction size="xs" label={words.copy} text={attemptsReport(post, attempts)} />
          </>
        )
      }
    </Loaded>
  )
}

interface AttemptItemProps {
  readonly attempt: AttemptBody
  readonly number: number
}

function AttemptItem({ attempt, number }: AttemptItemProps) {
  const { attempts } = useStrings().posts
  const formats = useFormats()
  const { zone } = useCalendarTimes()
  const at = new Date(attempt.at)
  const next = attempts.nextSteps[attempt.next] ?? attempt.next
  return (
    <Stack
      component="li"
      pos="relative"
      gap="5xs"
      fz="0.9375rem"
      className={classes.attempt ?? ''}
      data-good={isGood(attempt) || undefined}
    >
      <Group component="p" gap="0 1rem" {...SMALL}>
        <time dateTime={attempt.at} title={formats.exact(at, zone)}>
          {formats.toTheMillisecond(at, zone)}
        </time>
        <span>{attempts.engine[attempt.engine]}</span>
      </Group>
      <Text inherit fw={600}>
        {attempts.calls[attempt.call] ?? attempt.call}
      </Text>
      <p>
        {answerOf(attempt, attempts)} {attempt.outcome}
      </p>
      {attempt.traceId !== null && <Trace traceId={attempt.traceId} number={number} />}
      <Text inherit c="dimmed">
        {attempt.nextAt === null
          ? attempts.follows(next)
          : attempts.followsAt(next, formats.toTheMillisecond(new Date(attempt.nextAt), zone))}
      </Text>
    </Stack>
  )
}

function isGood({ httpStatus, platformCode }: AttemptBody): boolean {
  return httpStatus !== null && httpStatus < 400 && platformCode === null
}

function answerOf(attempt: AttemptBody, words: ReturnType<typeof useStrings>['posts']['attempts']): string {
  const { httpStatus, platformCode, platformSubcode, platformTitle } = attempt
  const code = [platformCode, platformSubcode].filter((part) => part !== null).join('/')
  return [
    httpStatus === null ? words.noAnswer : words.answered(httpStatus),
    code && words.platformCode(code),
    platformTitle,
  ]
    .filter(Boolean)
    .join(', ')
    .concat(':')
}

/** Details for people who ask the platform about it. */
function Trace({ traceId, number }: { readonly traceId: string; readonly number: number }) {
  const { posts, shared } = useStrings()
  const { attempts } = posts
  return (
    <Group component="p" gap="3xs" c="dimmed">
      {attempts.trace}
      <Text component="code" fz="sm">
        {traceId}
      </Text>
      <CopyButton value={traceId} timeout={3_000}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? shared.copied : attempts.copyTrace}>
            <ActionIcon
              size="sm"
              aria-label={`${copied ? shared.copied : attempts.copyTrace} (${number})`}
              onClick={copy}
            >
              {copied ? <CheckIcon size={14} /> : <CopyIcon size={14} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </Group>
  )
}
