import { Button, Menu } from '@mantine/core'
import { CheckIcon, IterationsIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { PostBody } from '../../../../core/api/posts.ts'
import { notifyOfProblem } from '../shared/notifications.ts'
import { useStrings } from '../strings/language.tsx'
import { newestQuery, type Rhythm, useRepeat, useSeriesOf } from './plan-queries.ts'

const RHYTHMS: readonly Rhythm[] = [
  { every: 'weekly', comesBackAs: 'scheduled' },
  { every: 'weekly', comesBackAs: 'draft' },
  { every: 'monthly', comesBackAs: 'scheduled' },
  { every: 'monthly', comesBackAs: 'draft' },
]

interface RepeatMenuProps {
  readonly post: Pick<PostBody, 'id' | 'status'>
  readonly onLeave?: () => void
}

/** Makes a series of a post, changes its rhythm, or ends it; the way to the newest post of a series that has moved on. */
export function RepeatMenu({ post, onLeave }: RepeatMenuProps) {
  const { series: words } = useStrings().plan
  const series = useSeriesOf(post.id)
  const repeat = useRepeat(post.id)
  const newest = useQuery({ ...newestQuery(post.id), enabled: post.status === 'PUBLISHED' })
  if (!series && newest.data?.postId)
    return (
      <Button
        component={Link}
        href={`/posts/${newest.data.postId}`}
        variant="default"
        leftSection={<IterationsIcon />}
        onClick={onLeave}
      >
        {words.newest}
      </Button>
    )
  const choose = (rhythm: Rhythm | null) => repeat.mutate(rhythm, { onError: notifyOfProblem })
  const wordsOf = ({ every, comesBackAs }: Rhythm) => `${words.every[every]}, ${words.as[comesBackAs]}`
  return (
    <Menu position="bottom-start" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        {/* Not while a choice is stored: a button that is disabled would lose the keyboard to the page below the panel. */}
        <Button variant="default" leftSection={<IterationsIcon />} loading={newest.isLoading}>
          {series ? wordsOf(series) : words.repeat}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {RHYTHMS.map((rhythm) => (
          <Menu.Item
            key={wordsOf(rhythm)}
            rightSection={series && wordsOf(series) === wordsOf(rhythm) && <CheckIcon />}
            onClick={() => choose(rhythm)}
          >
            {wordsOf(rhythm)}
          </Menu.Item>
        ))}
        {series && <Menu.Item onClick={() => choose(null)}>{words.end}</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  )
}
