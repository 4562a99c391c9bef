// What is sent of a table whose files change meanwhile.
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sendAll, type Plan } from '../../../local-server/cli/tables/send-plans.ts'
import type { Send } from '../../../local-server/cli/session.ts'
import { newFolder } from '../../process-harness/own-folders.ts'

const plan = (number: number, files: readonly string[]) =>
  ({
    row: { number },
    post: {},
    files,
    problems: [],
    planned: { scheduledFor: null, timezone: null, account: null, caption: null, warnings: [] },
    mark: null,
    fate: { kind: 'new' },
  }) as unknown as Plan

it('a file that is gone when its turn comes is the problem of its row alone', async () => {
  const made = { postId: 'post 2', scheduledFor: '2031-11-24T08:00:00.000Z' }
  const send: Send = async () => Response.json({ results: [{ post: made, problems: [] }] })
  const plans = [plan(1, [join(newFolder(), 'gone.jpg')]), plan(2, [])]
  const { outcomes } = await sendAll(send, plans, { atomic: false, stopping: new AbortController().signal })
  expect(outcomes).toEqual([
    expect.objectContaining({ row: 1, postId: null, problems: [expect.stringContaining('cannot be read')] }),
    expect.objectContaining({ row: 2, postId: 'post 2', problems: [] }),
  ])
})

it('a change that the Worker may have made without an answer is not known, and the rows after it are sent', async () => {
  const post = { id: 'post 1', status: 'SCHEDULED', mediaType: 'IMAGE', updatedAt: '' }
  const changed = { ...plan(1, []), fate: { kind: 'changed', post, before: null } } as unknown as Plan
  const made = { postId: 'post 2', scheduledFor: '2031-11-24T08:00:00.000Z' }
  const send: Send = async (_path, init) =>
    init?.method === 'PUT'
      ? Response.json({ error: 'The cloud did not answer.', code: 'WORKER_UNREACHABLE' }, { status: 502 })
      : Response.json({ results: [{ post: made, problems: [] }] })
  const sending = { atomic: false, stopping: new AbortController().signal }
  const { outcomes, failure } = await sendAll(send, [changed, plan(2, [])], sending)
  expect(failure).toBeNull()
  expect(outcomes).toEqual([
    expect.objectContaining({ row: 1, postId: 'post 1', isUnknown: true }),
    expect.objectContaining({ row: 2, postId: 'post 2', problems: [] }),
  ])
})
