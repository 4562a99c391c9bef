import { Anchor, Button, Collapse, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { ChevronDownIcon, ChevronRightIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import { Link } from 'wouter'
import type { PlannedPostBody } from '../../../../../core/features/posts/bodies/planned-post-body.ts'
import { TilePicture } from '../card/tile.tsx'
import { useCarried, useDropPlace } from '../drag/cards.ts'
import { useCalendarTimes } from '../clock/calendar-zone.tsx'
import { usePlanAddress } from '../plan-address.ts'
import { draftsQuery, useSeriesOf } from '../plan-queries.ts'
import { LoadProblem } from '../../kit/problem-note.tsx'
import { useKept } from '../../shared/kept-texts.ts'
import { useOverlays } from '../../shared/overlay-address.ts'
import { captionStart } from '../../posts/post-name.ts'
import { useStrings } from '../../strings/language.tsx'
import classes from './tray.module.css'

interface TrayProps {
  /** Beside the calendar it is always open; below it, it folds. */
  readonly folds: boolean
  readonly onSchedule: (draft: PlannedPostBody) => void
  /** What stands below it. */
  readonly children: ReactNode
}

/** Posts that have no time yet: drag them onto a day, or give them a time by hand. */
export function Tray({ folds, onSchedule, children }: TrayProps) {
  const { plan } = useStrings()
  const [{ accounts }] = usePlanAddress()
  const { data, error, refetch } = useQuery(draftsQuery(accounts))
  const [open, setOpen] = useKept('plan-tray', false)
  const id = useId()
  const { ref, ...place } = useDropPlace({ kind: 'tray' })
  const drafts = data?.posts ?? []
  const name = data?.hasMore ? plan.draftsMany(drafts.length) : plan.drafts(drafts.length)
  const Chevron = open ? ChevronDownIcon : ChevronRightIcon
  const content =
    error && data === undefined ? (
      <LoadProblem error={error} onRetry={() => void refetch()} />
    ) : (
      <Stack gap="xs">
        <Text fz="xs" c="dimmed">
          {drafts.length > 0 ? plan.draftsHint : plan.noDrafts}
        </Text>
        {drafts.length > 0 && (
          <ul className={classes.drafts} data-folds={folds || undefined}>
            {drafts.map((draft) => (
              <DraftCard key={draft.id} draft={draft} onSchedule={onSchedule} />
            ))}
          </ul>
        )}
        {children}
      </Stack>
    )
  return (
    <section ref={ref} {...place} className={classes.tray} aria-labelledby={id}>
      {folds ? (
        <>
          <UnstyledButton
            id={id}
            py="xs"
            fw={600}
            fz="sm"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            <Group gap="3xs">
              <Chevron size={14} />
              {name}
            </Group>
          </UnstyledButton>
          <Collapse expanded={open}>{content}</Collapse>
        </>
      ) : (
        <Stack gap="xs">
          <h3 id={id}>{name}</h3>
          {content}
        </Stack>
      )}
    </section>
  )
}

function DraftCard({
  draft,
  onSchedule,
}: Pick<TrayProps, 'onSchedule'> & { readonly draft: PlannedPostBody }) {
  const { plan, posts } = useStrings()
  const sheet = useOverlays()
  const caption = captionStart(draft.caption) ?? posts.noCaption
  const { dayAndTime } = useCalendarTimes()
  const series = useSeriesOf(draft.id)
  const { ref, carried, activator } = useCarried({ post: draft })
  return (
    <li ref={ref} {...carried} className={classes.draft}>
      <TilePicture post={draft} />
      <Stack gap="5xs" flex={1} miw={0} align="start">
        <Anchor
          component={Link}
          {...activator}
          href={sheet.hrefOf(draft.id)}
          aria-label={plan.editDraft(caption)}
          c="var(--ink)"
          fz="xs"
          fw={550}
          maw="100%"
          truncate
          dir="auto"
          draggable={false}
        >
          {caption}
        </Anchor>
        {series && (
          <Text fz="xs" c="dimmed">
            {plan.series.meantFor(dayAndTime(Date.parse(series.plannedFor)))}
          </Text>
        )}
        <Button
          size="compact-sm"
          variant="default"
          aria-label={plan.scheduleDraft(caption)}
          onClick={() => onSchedule(draft)}
        >
          {plan.schedule}
        </Button>
      </Stack>
    </li>
  )
}
