import { Button } from '@mantine/core'
import { ChevronLeftIcon, ChevronRightIcon } from '@primer/octicons-react'
import type { PlannedPostBody } from '../../../../core/features/posts/bodies/planned-post-body.ts'
import { addDays } from '../../../../core/rules/times/calendar-days.ts'
import { instantOf, wallTimeOf } from '../../../../core/rules/times/wall-time.ts'
import { SelectedBar } from '../kit/selected-bar.tsx'
import { notifyOfProblem } from '../shared/notifications.ts'
import { useLanguage, useLazyStrings } from '../strings/language.tsx'
import { moveAll, unscheduleAll } from './drag/carry-out.ts'
import { useWork } from './drag/work.ts'

interface ChosenBarProps {
  readonly posts: readonly PlannedPostBody[]
  readonly onClear: () => void
}

/** What the keyboard, or a finger, can do with several posts at once. */
export function ChosenBar({ posts, onClear }: ChosenBarProps) {
  const { planning } = useLazyStrings()
  const { library, shared } = useLanguage().strings
  const work = useWork()
  if (posts.length === 0) return null
  const moveBy = (days: number) => {
    const times = posts.map((post) => {
      const wall = wallTimeOf(Date.parse(post.at), work.zone)
      const at = instantOf(addDays(wall.slice(0, 10), days) + wall.slice(10), work.zone)
      return { post, at, timeZone: post.timezone }
    })
    moveAll(work, times).catch(notifyOfProblem)
  }
  return (
    <SelectedBar selected={library.selected(posts.length)} clear={library.clearSelection} onClear={onClear}>
      <Button variant="default" leftSection={<ChevronLeftIcon />} onClick={() => moveBy(-1)}>
        {planning.dayEarlier}
      </Button>
      <Button variant="default" leftSection={<ChevronRightIcon />} onClick={() => moveBy(1)}>
        {planning.dayLater}
      </Button>
      <Button
        variant="default"
        onClick={() => void unscheduleAll(work, posts).then(onClear, notifyOfProblem)}
      >
        {shared.unschedule}
      </Button>
    </SelectedBar>
  )
}
