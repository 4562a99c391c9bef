import { Button } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { ChevronDownIcon, ChevronRightIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'wouter'
import type { PlannedPostBody } from '../../../../../core/posts/bodies/planned-post-body.ts'
import { LoadProblem } from '../../shared/problem-note.tsx'
import { useStrings } from '../../strings/language.tsx'
import { AccountBadge } from '../card/account-badge.tsx'
import classes from './drafts-panel.module.css'
import { draftsQuery } from '../plan-queries.ts'
import { firstWords, TilePicture } from '../card/tile.tsx'

interface DraftsPanelProps {
  readonly onSchedule: (draft: PlannedPostBody) => void
}

/** Posts that have no time yet: onto a day with them, or a time by hand. */
export function DraftsPanel({ onSchedule }: DraftsPanelProps) {
  const { plan } = useStrings()
  const { data, error, refetch } = useQuery(draftsQuery)
  const [open, setOpen] = useLocalStorage({
    key: 'nightpost-plan-drafts',
    defaultValue: true,
    getInitialValueInEffect: false,
  })
  const id = useId()
  if (error && data === undefined) return <LoadProblem error={error} onRetry={() => void refetch()} />
  const drafts = data?.posts ?? []
  const Chevron = open ? ChevronDownIcon : ChevronRightIcon
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <div className={classes.head}>
        <button
          type="button"
          id={id}
          className={classes.toggle}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <Chevron size={14} />
          {data?.hasMore ? plan.draftsMany(drafts.length) : plan.drafts(drafts.length)}
        </button>
        {open && data && (
          <p className={classes.hint}>{drafts.length > 0 ? plan.draftsHint : plan.noDrafts}</p>
        )}
      </div>
      {open && drafts.length > 0 && (
        <ul className={classes.drafts}>
          {drafts.map((draft) => (
            <DraftCard key={draft.id} draft={draft} onSchedule={onSchedule} />
          ))}
        </ul>
      )}
    </section>
  )
}

function DraftCard({ draft, onSchedule }: DraftsPanelProps & { readonly draft: PlannedPostBody }) {
  const { plan } = useStrings()
  const caption = firstWords(draft.caption) ?? plan.noCaption
  return (
    <li className={classes.draft} data-drag={draft.id}>
      <TilePicture url={draft.thumbnailUrl} />
      <span className={classes.words}>
        <Link
          href={`/compose/${draft.id}`}
          aria-label={plan.editDraft(caption)}
          className={classes.caption}
          draggable={false}
        >
          {caption}
        </Link>
        <span className={classes.actions}>
          <AccountBadge accountId={draft.platformAccountId} />
          {plan.types[draft.mediaType]}
        </span>
      </span>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={plan.scheduleDraft(caption)}
        onClick={() => onSchedule(draft)}
      >
        {plan.schedule}
      </Button>
    </li>
  )
}
