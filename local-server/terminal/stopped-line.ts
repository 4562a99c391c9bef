// The line that the server prints when it has stopped: what is still to go out, and who does it.
import type { Instant } from '../../core/time.ts'
import type { Db } from '../sqlite/open-database.ts'
import { countPostsAtWorker, countWaitingPosts } from '../sqlite/posts/queue-counts.ts'

export function stoppedLine(db: Db): string {
  const sentences = [...here(countWaitingPosts(db)), ...inCloud(countPostsAtWorker(db))]
  return ['Stopped.', ...(sentences.length > 0 ? sentences : ['Nothing is waiting to be sent.'])].join(' ')
}

interface WaitingPosts {
  readonly count: number
  readonly nextAt: Instant | null
}

function here({ count, nextAt }: WaitingPosts): string[] {
  if (count === 0 || nextAt === null) return []
  if (count === 1)
    return [
      `1 post is due on ${timeOf(nextAt)}. It goes out then if Nightpost is running, otherwise on the next start.`,
    ]
  return [
    `${count} posts are waiting, the first due on ${timeOf(nextAt)}. They go out at their times if Nightpost is running, otherwise on the next start.`,
  ]
}

function inCloud({ count, nextAt }: WaitingPosts): string[] {
  if (count === 0 || nextAt === null) return []
  if (count === 1)
    return [`1 post is with the Worker and goes out on ${timeOf(nextAt)} without this computer.`]
  return [
    `${count} posts are with the Worker and go out without this computer, the first on ${timeOf(nextAt)}.`,
  ]
}

function timeOf(instant: Instant): string {
  return new Date(instant).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })
}
