import { Button, Menu } from '@mantine/core'
import { CheckIcon, IterationsIcon } from '@primer/octicons-react'
import { notifyOfProblem } from '../../shared/notifications.ts'
import { useStrings } from '../../strings/language.tsx'
import { useRepeat, useSeriesOf, type Rhythm } from './series-queries.ts'

const RHYTHMS: readonly Rhythm[] = ['weekly', 'monthly']

/** Makes a series of a post, changes its rhythm, or ends it. */
export function RepeatMenu({ postId }: { readonly postId: string }) {
  const { series: words } = useStrings().plan
  const series = useSeriesOf(postId)
  const repeat = useRepeat(postId)
  const choose = (every: Rhythm | null) => repeat.mutate(every, { onError: notifyOfProblem })
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="default" leftSection={<IterationsIcon />} loading={repeat.isPending}>
          {series ? words.every[series.every] : words.repeat}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {RHYTHMS.map((every) => (
          <Menu.Item
            key={every}
            rightSection={series?.every === every && <CheckIcon />}
            onClick={() => choose(every)}
          >
            {words.every[every]}
          </Menu.Item>
        ))}
        {series && <Menu.Item onClick={() => choose(null)}>{words.end}</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  )
}
