import { describe, expect, it } from 'vitest'
import { REASONS } from '../../../../core/errors.ts'
import { ApiError, isSentBefore } from '../../../../local-server/ui/src/api-client.ts'
import {
  isLeaving,
  isNewPostTaken,
  isStillMeant,
  isToBeSent,
  type SubmissionState,
} from '../../../../local-server/ui/src/compose/send/submission.ts'
import { hasFailedUpload, waitBefore } from '../../../../local-server/ui/src/compose/send/use-waiting.ts'

type Action = NonNullable<SubmissionState['variables']>['action']

function submission(
  status: SubmissionState['status'],
  action: Action = 'schedule',
  draftKey = 'new',
): SubmissionState {
  return { status, variables: { action, draftKey }, data: undefined }
}

describe('what is handed over for a new post', () => {
  it.each(['publish', 'schedule'] as const)('waits while the one before is sent: %s', (action) => {
    expect(isNewPostTaken(submission('pending', action))).toBe(true)
  })

  it('waits while the one before lies there refused, and does not go out in its place', () => {
    expect(isNewPostTaken(submission('error'))).toBe(true)
    expect(isLeaving('new', submission('error'))).toBe(false)
  })

  it('is put into it once the one before is sent', () => {
    expect(isNewPostTaken(submission('success'))).toBe(false)
    expect(isNewPostTaken({ status: 'idle', variables: undefined, data: undefined })).toBe(false)
  })

  it('does not wait for a draft, nor for a stored post', () => {
    expect(isNewPostTaken(submission('pending', 'save'))).toBe(false)
    expect(isNewPostTaken(submission('pending', 'schedule', 'an id'))).toBe(false)
  })
})

describe('what was pressed and waits for files', () => {
  const when = { wall: '2026-11-25T10:00', timeZone: 'UTC', choice: null } as const
  const now = { post: null, composition: { when: null } }
  const later = { post: null, composition: { when } }
  const stored = (status: 'DRAFT' | 'SCHEDULED') => ({ ...later, post: { status } })

  it('is not done once the post got a time, lost it, or is no longer scheduled', () => {
    expect([isStillMeant('publish', now), isStillMeant('publish', later)]).toEqual([true, false])
    expect([isStillMeant('schedule', later), isStillMeant('schedule', now)]).toEqual([true, false])
    expect(isStillMeant('change', stored('SCHEDULED'))).toBe(true)
    expect(isStillMeant('change', stored('DRAFT'))).toBe(false)
  })

  it('is lost with the tab, a change of a scheduled post, too; a draft to be saved is not', () => {
    for (const wait of ['publish', 'schedule', 'change'] as const) expect(isToBeSent(wait)).toBe(true)
    for (const wait of ['save', 'filesMissing', 'notSent', null] as const)
      expect(isToBeSent(wait)).toBe(false)
  })

  it('is saved in any case', () => {
    expect([isStillMeant('save', later), isStillMeant('filesMissing', now)]).toEqual([true, true])
  })
})

it.each([
  ['idempotency_key_in_use', false],
  ['idempotency_key_reused', true],
  ['idempotency_outcome_lost', true],
  ['version_changed', false],
] as const)('a refusal tells whether a post was made before: %s, %s', (reason, isMade) => {
  const { code, status, message } = REASONS[reason]
  expect(isSentBefore(new ApiError({ code, status, reason, error: message }))).toBe(isMade)
})

describe('what is pressed', () => {
  const ready = { serverGone: false, accountDue: false, fileDue: false, uploadFailed: false }

  it('sends nothing while a file that could not be uploaded is shown with the post', () => {
    const failed = { ...ready, uploadFailed: true }
    for (const action of ['publish', 'schedule', 'change'] as const)
      expect([waitBefore(action, ready), waitBefore(action, failed)]).toEqual([null, 'filesMissing'])
  })

  it('waits while another file may still arrive, and saves a draft without waiting for any', () => {
    const oneOfTwo = { ...ready, fileDue: true, uploadFailed: true }
    expect(waitBefore('publish', oneOfTwo)).toBe('publish')
    expect(waitBefore('save', oneOfTwo)).toBe(null)
  })

  it('is not done later by a server that was gone, unless it is a draft', () => {
    const gone = { ...ready, serverGone: true, uploadFailed: true }
    expect([waitBefore('schedule', gone), waitBefore('save', gone)]).toEqual(['notSent', 'save'])
  })
})

it('misses a file that could not be uploaded, and none that is on its way', () => {
  const [failed, sending] = [{ state: 'failed' }, { state: 'sending' }] as const
  expect([[], [sending], [failed], [failed, sending]].map(hasFailedUpload)).toEqual([
    false,
    false,
    true,
    true,
  ])
})
