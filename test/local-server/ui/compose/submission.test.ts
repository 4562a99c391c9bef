import { describe, expect, it } from 'vitest'
import {
  isLeaving,
  isNewPostTaken,
  type SubmissionState,
} from '../../../../local-server/ui/src/compose/send/submission.ts'

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
