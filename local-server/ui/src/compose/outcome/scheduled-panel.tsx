import { Button, Group, Text } from '@mantine/core'
import { ClockIcon, CloudIcon } from '@primer/octicons-react'
import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'wouter'
import type { ScheduledBody } from '../../../../../core/api/schedule.ts'
import { useFormats, useStrings } from '../../strings/language.tsx'
import { focusField } from '../form.tsx'
import { datedSentence } from '../../shared/dated-sentence.ts'
import { usePostSheet } from '../../shared/post-sheet-address.ts'
import classes from './scheduled-panel.module.css'

interface ScheduledPanelProps {
  readonly scheduled: ScheduledBody
  readonly onAnother: () => void
  readonly onEdit: () => void
}

/** Takes the place of the form once a post has a time: when, and who sees to it. */
export function ScheduledPanel({ scheduled, onAnother, onEdit }: ScheduledPanelProps) {
  const { compose, notices } = useStrings()
  const formats = useFormats()
  const sheet = usePostSheet()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { scheduledFor, timezone, isCloud, handover, warningDetails, postId } = scheduled
  const RunnerIcon = isCloud ? CloudIcon : ClockIcon
  const another = () => {
    flushSync(onAnother)
    focusField('media')
  }
  return (
    <section className={classes.panel}>
      <div role="status">
        <h2 ref={heading} tabIndex={-1} className={classes.title}>
          {compose.scheduledFor(formats.dayAndTime(new Date(scheduledFor), timezone))}
        </h2>
        <Text mt={6} c="dimmed">
          {timezone}
        </Text>
      </div>
      <p className={classes.runner}>
        <RunnerIcon size={20} />
        <span>
          {isCloud ? compose.runsInCloud : compose.runsHere}
          {isCloud && handover !== 'cloud' && ` ${compose.handingOver}`}
          {!isCloud && (
            <>
              {' '}
              <Link href="/cloud">{compose.toCloud}</Link>
            </>
          )}
        </span>
      </p>
      {warningDetails.map((warning) => (
        <p key={JSON.stringify(warning)} className={classes.warning}>
          {datedSentence(warning, notices, (at) => formats.dayAndTime(at, timezone))}
        </p>
      ))}
      <Group gap="0.75rem 1.5rem">
        <Button onClick={another}>{compose.scheduleAnother}</Button>
        <Link href={sheet.hrefOf(postId)} onClick={onEdit}>
          {compose.changeIt}
        </Link>
        <Button variant="subtle" onClick={sheet.close}>
          {compose.close}
        </Button>
      </Group>
    </section>
  )
}
