import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { pageApi, parseResponse, type ResponseBody } from '../api-client.ts'
import { Dialog } from '../kit/dialog.tsx'
import { SMALL } from '../kit/looks.ts'
import { Loaded } from '../kit/problem-note.tsx'
import { useCalendarTimes } from '../plan/clock/calendar-zone.tsx'
import { captionStart } from '../posts/post-name.ts'
import { groups, keys } from '../query-keys.ts'
import { queueOutlookQuery, useAccount } from '../shared/queries.ts'
import { useNow } from '../shared/use-now.ts'
import { useLazyStrings, useStrings } from '../strings/language.tsx'

type Outlook = ResponseBody<typeof pageApi.queue.outlook.$get>

interface ReleaseDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly onGone: () => void
}

/** First all that would go out, and what would not; then the button that lets it. */
export function ReleaseDialog({ opened, onClose, onGone }: ReleaseDialogProps) {
  const { release } = useLazyStrings()
  return (
    <Dialog opened={opened} title={release.title} size="lg" onClose={onClose} onGone={onGone}>
      <Foreseen onClose={onClose} />
    </Dialog>
  )
}

/** Inside the dialog, so that it is asked for each time: somebody may have taken out of it what was not to go out. */
function Foreseen({ onClose }: Pick<ReleaseDialogProps, 'onClose'>) {
  return (
    <Loaded query={useQuery(queueOutlookQuery)} height={240}>
      {(outlook) => <Release outlook={outlook} onClose={onClose} />}
    </Loaded>
  )
}

function Release({ outlook, onClose }: Pick<ReleaseDialogProps, 'onClose'> & { readonly outlook: Outlook }) {
  const { shared } = useStrings()
  const { release } = useLazyStrings()
  const client = useQueryClient()
  const now = useNow()
  const confirm = useMutation({
    mutationFn: () => parseResponse(pageApi.queue.confirm.$post()),
    onSuccess: async (state) => {
      client.setQueryData(keys.queueState, state)
      await client.invalidateQueries({ queryKey: groups.posts })
    },
  })
  const { posts, goesOut, goesOutTotal, unreadAccountIds } = outlook
  const isOverdue = ({ scheduledFor }: Outlook['goesOut'][number]) =>
    scheduledFor === null || Date.parse(scheduledFor) <= now
  const unlisted = goesOutTotal - goesOut.length
  return (
    <Stack gap="lg">
      <Text {...SMALL}>{release.about}</Text>
      <Part title={release.overdue} posts={goesOut.filter(isOverdue)} />
      <Part title={release.live} posts={posts.filter(({ isLive }) => isLive)} />
      <Part
        title={release.needLook}
        about={release.needLookAbout}
        posts={posts.filter(({ isLive }) => !isLive)}
      />
      <Part title={release.later} posts={goesOut.filter((post) => !isOverdue(post))} />
      {unlisted > 0 && <p>{release.unlisted(unlisted)}</p>}
      {posts.length + goesOutTotal === 0 && <p>{release.nothing}</p>}
      {unreadAccountIds.length > 0 && <p>{release.notAllRead}</p>}
      {confirm.isError && <p role="alert">{confirm.error.message}</p>}
      <Group gap="sm">
        <Button loading={confirm.isPending} onClick={() => confirm.mutate()}>
          {release.publishFromHere}
        </Button>
        <Button variant="default" onClick={onClose}>
          {shared.cancel}
        </Button>
      </Group>
    </Stack>
  )
}

interface Listed {
  readonly id: string
  readonly accountId?: string
  readonly caption: string | null
  readonly scheduledFor: string | null
}

interface PartProps {
  readonly title: (count: number) => string
  readonly about?: ReactNode
  readonly posts: readonly Listed[]
}

/** Nothing where there is none. */
function Part({ title, about, posts }: PartProps) {
  if (posts.length === 0) return null
  return (
    <section aria-label={title(posts.length)}>
      <h3>{title(posts.length)}</h3>
      {about && <Text c="dimmed">{about}</Text>}
      <ul data-ruled>
        {posts.map((post) => (
          <ListedPost key={post.id} post={post} />
        ))}
      </ul>
    </section>
  )
}

function ListedPost({ post: { accountId = '', caption, scheduledFor } }: { readonly post: Listed }) {
  const { posts } = useStrings()
  const { release } = useLazyStrings()
  const { inMessage } = useCalendarTimes()
  const account = useAccount(accountId)
  return (
    <Group component="li" gap="0 1rem" py="3xs" justify="space-between" wrap="nowrap" align="baseline">
      <Text dir="auto" miw={0} truncate>
        {captionStart(caption) ?? posts.noCaption}
      </Text>
      <Group component="span" gap="0 0.75rem" justify="flex-end" flex="none" maw="60%" {...SMALL}>
        {account && <span>{account.username}</span>}
        <span>{scheduledFor === null ? release.atOnce : inMessage(Date.parse(scheduledFor))}</span>
      </Group>
    </Group>
  )
}
