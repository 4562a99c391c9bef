// How a command waits for the outcome of a post that it published. Meanwhile a person may take it back, move or delete it, and its
// account may have to wait for a day.
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { MINUTE, parseIso, SECOND, type Duration, type Instant } from '../../core/time.ts'
import { nodeClock } from '../node-clock.ts'
import { EXIT_CODES, type ExitCode } from '../terminal/exit-codes.ts'
import { StartFailure } from '../terminal/start-failure.ts'
import { RefusedRequest } from './calls.ts'

const Followed = z.looseObject({
  id: z.string(),
  status: z.string(),
  scheduledFor: z.string().nullable(),
  nextAttemptAt: z.string().nullable(),
  igPermalink: z.string().nullable(),
  errorMessage: z.string().nullable(),
  errorDetail: z.looseObject({ code: z.string() }).nullish(),
  warnings: z.array(z.string()),
})
type Followed = z.infer<typeof Followed>

export interface End {
  readonly post: Followed
  readonly line: string
  /** Later: not live yet, and repeating the command would make a second post. */
  readonly exitCode: 0 | ExitCode
}

const FOLLOW_EVERY = SECOND / 2
/** A post's link is read after the post is live: the command waits this much longer for it. */
const LINK_WITHIN = 10 * SECOND
/** A video is looked at every five minutes. What continues later than this waits for its account. */
const WAITED_FOR: Duration = 10 * MINUTE

/** `isHeld`: nothing goes out before a person confirms it. Throws StartFailure when the post was deleted, or cannot be read any more. */
export async function followToItsEnd(id: string, read: () => Promise<unknown>, isHeld = false): Promise<End> {
  let published: number | null = null
  for (;;) {
    const post = Followed.parse(await read().catch(explainUnread(id)))
    if (post.status === 'PUBLISHED') published ??= nodeClock.monotonic()
    const mayGetLink = published === null || nodeClock.monotonic() - published < LINK_WITHIN
    const end = endOf(post, { mayGetLink, isHeld, now: nodeClock.now() })
    if (end !== null) return { post, ...end }
    await pause(FOLLOW_EVERY)
  }
}

interface PostCircumstances {
  readonly mayGetLink: boolean
  readonly isHeld: boolean
  readonly now: Instant
}

function endOf(post: Followed, { mayGetLink, isHeld, now }: PostCircumstances): Omit<End, 'post'> | null {
  switch (post.status) {
    case 'FAILED':
      return { exitCode: EXIT_CODES.failed, line: `Failed: ${post.errorMessage}` }
    case 'PUBLISHED':
      if (post.igPermalink === null && mayGetLink) return null
      return { exitCode: 0, line: `Published: ${post.igPermalink ?? post.id}` }
    case 'DRAFT':
      return {
        exitCode: EXIT_CODES.failed,
        line: `Not published: it was taken back to the drafts meanwhile: ${post.id}`,
      }
    // What is published at once gets a time only from a person.
    case 'SCHEDULED':
      return later(post, `at ${timeOf(post.scheduledFor)}`)
    default:
      if (isHeld) return later(post, 'once you have confirmed on the page that posts may go out')
      if ((instantOf(post.nextAttemptAt) ?? now) <= now + WAITED_FOR) return null
      return later(post, `at ${timeOf(post.nextAttemptAt)}`)
  }
}

const instantOf = (iso: string | null): Instant | null => (iso === null ? null : parseIso(iso))
const timeOf = (iso: string | null) => (iso === null ? 'its time' : new Date(iso).toLocaleString())

function later({ id, status, warnings }: Followed, when: string): Omit<End, 'post'> {
  // Once it is being sent, it may be live.
  const now = status === 'PUBLISHING' ? 'It is not known yet whether it is live' : 'Not published yet'
  return {
    exitCode: EXIT_CODES.later,
    line: [`${now}: Nightpost continues ${when}: ${id}`, ...warnings].join('\n'),
  }
}

/** It was accepted: whatever keeps this command from reading it, such as a restart of the server, repeating it makes a second one. */
const explainUnread =
  (id: string) =>
  (error: unknown): never => {
    if (!(error instanceof StartFailure)) throw error
    if (error instanceof RefusedRequest && error.code === 'NOT_FOUND')
      throw new StartFailure(
        'The post was deleted meanwhile.',
        'nightpost api listDeletedPosts shows whether it went live before that.',
      )
    throw new StartFailure(
      `Nightpost has accepted the post, but can no longer be asked what became of it: ${id}`,
      'It goes out while Nightpost runs: look with nightpost posts list, and do not repeat this.',
      EXIT_CODES.later,
    )
  }
