import { ActionIcon, CopyButton, Tooltip } from '@mantine/core'
import { CheckIcon, CopyIcon } from '@primer/octicons-react'
import type { AttemptBody } from '../../../../core/api/post-history.ts'
import { useCalendarTimes } from '../plan/clock/calendar-zone.tsx'
import { useFormats, useStrings } from '../strings/language.tsx'
import classes from './facts/attempts.module.css'

interface AttemptItemProps {
  readonly attempt: AttemptBody
  readonly number: number
}

export function AttemptItem({ attempt, number }: AttemptItemProps) {
  const { attempts } = useStrings().posts
  const formats = useFormats()
  const { zone } = useCalendarTimes()
  const at = new Date(attempt.at)
  const next = attempts.nextSteps[attempt.next] ?? attempt.next
  return (
    <li className={classes.attempt} data-good={isGood(attempt) || undefined}>
      <p className={classes.when}>
        <time dateTime={attempt.at} title={formats.exact(at, zone)}>
          {formats.timeToTheMillisecond(at, zone)}
        </time>
        <span>{attempts.engine[attempt.engine]}</span>
      </p>
      <p className={classes.call}>{attempts.calls[attempt.call] ?? attempt.call}</p>
      <p>
        <span className={classes.answer}>{answerOf(attempt, attempts)}</span> {attempt.outcome}
      </p>
      {attempt.traceId !== null && <Trace traceId={attempt.traceId} number={number} />}
      <p className={classes.soft}>
        {attempt.nextAt === null
          ? attempts.follows(next)
          : attempts.followsAt(next, formats.timeToTheMillisecond(new Date(attempt.nextAt), zone))}
      </p>
    </li>
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
  const { attempts } = useStrings().posts
  return (
    <p className={classes.trace}>
      {attempts.trace} <code>{traceId}</code>
      <CopyButton value={traceId} timeout={3_000}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? attempts.copied : attempts.copyTrace}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={`${copied ? attempts.copied : attempts.copyTrace} (${number})`}
              onClick={copy}
            >
              {copied ? <CheckIcon size={14} /> : <CopyIcon size={14} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </p>
  )
}
