import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { ClockIcon, CloudIcon } from '@primer/octicons-react'
import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'wouter'
import type { ScheduledBody } from '../../../../core/api/schedule.ts'
import { useFormats, useStrings } from '../strings/language.tsx'
import { focusField } from './form.tsx'
import { datedSentence } from '../shared/dated-sentence.ts'
import { usePostSheet } from '../shared/post-sheet-address.ts'

interface ScheduledPanelProps {
  readonly scheduled: ScheduledBody
  readonly onAnother: () => void
  readonly onEdit: () => void
}

/** Takes the place of the form once a post has a time: when, and who sees to it. */
export function ScheduledPanel({ scheduled, onAnother, onEdit }: ScheduledPanelProps) {
  const { compose, notices, shared } = useStrings()
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
    <Stack component="section" gap={24}>
      <div role="status">
        <Box component="h2" ref={heading} tabIndex={-1} fz="xl">
          {compose.scheduledFor(formats.dayAndTime(new Date(scheduledFor), timezone))}
        </Box>
        <Text mt={6} c="dimmed">
          {timezone}
        </Text>
      </div>
      <Group
        component="p"
        gap="sm"
        align="flex-start"
        wrap="nowrap"
        p="md"
        bd="1px solid var(--line)"
        bdrs="lg"
        bg="var(--card)"
      >
        <Box component="span" flex="none" mt={2} c="var(--link)">
          <RunnerIcon size={20} />
        </Box>
        <span>
          {isCloud ? compose.runsInCloud : compose.runsHere}
          {isCloud && handover !== 'cloud' && ` ${compose.handingOver}`}
          {!isCloud && (
            <>
              {' '}
              <Link href="/settings/cloud">{compose.toCloud}</Link>
            </>
          )}
        </span>
      </Group>
      {warningDetails.map((warning) => (
        <Text key={JSON.stringify(warning)} px="md" py="sm" bdrs="md" bg="var(--amber)" c="var(--amber-ink)">
          {datedSentence(warning, notices, (at) => formats.dayAndTime(at, timezone))}
        </Text>
      ))}
      <Group gap="0.75rem 1.5rem">
        <Button onClick={another}>{compose.scheduleAnother}</Button>
        <Link href={sheet.hrefOf(postId)} onClick={onEdit}>
          {compose.changeIt}
        </Link>
        <Button variant="subtle" onClick={sheet.close}>
          {shared.close}
        </Button>
      </Group>
    </Stack>
  )
}
