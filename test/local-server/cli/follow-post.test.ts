// What a command says of a post that it has published and waits for.
import { describe, expect, it } from 'vitest'
import { DAY, SECOND, toIso } from '../../../core/time.ts'
import { ask } from '../../../local-server/cli/calls.ts'
import { followToItsEnd } from '../../../local-server/cli/follow-post.ts'
import { nodeClock } from '../../../local-server/node-clock.ts'
import { EXIT_CODES } from '../../../local-server/terminal/exit-codes.ts'

const QUEUED = {
  id: 'post-1',
  status: 'QUEUED',
  scheduledFor: null,
  nextAttemptAt: null,
  igPermalink: null,
  errorMessage: null,
  warnings: [],
}
const inMs = (milliseconds: number) => toIso(nodeClock.now() + milliseconds)

/** Follows a post that is read as queued first, then so. */
function followed(then: object) {
  const reads = [QUEUED, { ...QUEUED, ...then }]
  return followToItsEnd('post-1', async () => reads.shift())
}

describe('a post that a command follows', () => {
  it.each([
    [{ status: 'FAILED', errorMessage: 'Refused.' }, 1, /^Failed: Refused\.$/],
    [{ status: 'PUBLISHED', igPermalink: 'https://x/p/1' }, 0, /^Published: https:\/\/x\/p\/1$/],
    [{ status: 'DRAFT' }, 1, /^Not published: .*drafts.*post-1$/],
    [{ status: 'PUBLISHING', nextAttemptAt: inMs(DAY) }, 5, /^It is not known yet .*live.*post-1$/],
    [{ status: 'SCHEDULED', scheduledFor: inMs(DAY) }, 5, /^Not published yet: .*continues at .*post-1$/],
    [
      { nextAttemptAt: inMs(DAY), warnings: ['There is no room.'] },
      5,
      /^Not published yet: .*post-1\nThere is no room\.$/,
    ],
  ])('is told as %j with exit code %i', async (then, exitCode, line) => {
    expect(await followed(then)).toMatchObject({ exitCode, line: expect.stringMatching(line), post: then })
  })

  it('is followed over a wait of seconds', async () => {
    const reads = [
      { ...QUEUED, nextAttemptAt: inMs(30 * SECOND) },
      { ...QUEUED, igPermalink: null, status: 'FAILED' },
    ]
    expect(await followToItsEnd('post-1', async () => reads.shift())).toMatchObject({ exitCode: 1 })
  })

  it('is not waited for while nothing goes out before a person confirms it', async () => {
    const end = await followToItsEnd('post-1', async () => QUEUED, true)
    expect(end).toMatchObject({ exitCode: 5, line: expect.stringMatching(/once you have confirmed/) })
  })

  it('is told as deleted, and where its end is seen', async () => {
    const send = async () => Response.json({ error: 'Post not found.', code: 'NOT_FOUND' }, { status: 404 })
    await expect(followToItsEnd('post-1', () => ask(send, '/posts/1'))).rejects.toMatchObject({
      message: 'The post was deleted meanwhile.',
      whatToDo: expect.stringContaining('listDeletedPosts'),
    })
  })

  it.each([
    ['is gone', async () => Promise.reject(new TypeError('fetch failed'))],
    [
      'was restarted, and knows the command no more',
      async () =>
        Response.json({ error: 'The session is no longer valid.', code: 'TOKEN_INVALID' }, { status: 401 }),
    ],
  ])('has been accepted and is not to be repeated when its server %s', async (_what, send) => {
    await expect(followToItsEnd('post-1', () => ask(send, '/posts/1'))).rejects.toMatchObject({
      message: expect.stringMatching(/has accepted the post.*post-1$/),
      whatToDo: expect.stringContaining('do not repeat'),
      exitCode: EXIT_CODES.later,
    })
  })
})
