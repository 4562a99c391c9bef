import { describe, expect, it } from 'vitest'
import { cloudVerdict, type CloudKnown } from '../../../../core/rules/cloud/verdict.ts'
import { HOUR, MINUTE, toIso } from '../../../../core/time.ts'

const NOW = Date.UTC(2026, 10, 22, 12)
const BOTH = { workerConfigured: true, bucketConfigured: true }
const FINE = {
  version: '1.0.0',
  hasEncryptionKey: true,
  keyMatches: true,
  lastCronRun: toIso(NOW - MINUTE),
  offline: false,
  clockSkewSeconds: 0,
  unknownVersionCount: 0,
  fromSecondCopy: false,
  outdatedReason: null,
}
const BY_HAND = { timerSetAt: null, version: null, availableVersion: '1.0.0' }
const FROM_HERE = { timerSetAt: NOW - HOUR, version: '1.0.0', availableVersion: '1.0.0' }
const STOPPED = { ...FINE, offline: true, lastCronRun: toIso(NOW - HOUR) }
const NEVER_RAN = { ...FINE, offline: true, lastCronRun: null }
const GONE = { code: 'WORKER_UNREACHABLE' }

function verdict(change: Partial<CloudKnown>): string {
  const known: CloudKnown = {
    status: BOTH,
    diagnostics: FINE,
    cron: { hasCron: true, modified_on: null },
    deployment: FROM_HERE,
    now: NOW,
    ...change,
  }
  const { kind, severity, next } = cloudVerdict(known)
  return `${kind}, ${severity}, ${next ?? 'nothing'}`
}

describe('the verdict on the cloud', () => {
  it.each<[string, Partial<CloudKnown>, string]>([
    ['all is well', {}, 'healthy, good, nothing'],
    [
      'nothing is set up',
      {
        status: { workerConfigured: false, bucketConfigured: false },
        diagnostics: { code: 'CLOUD_NOT_CONFIGURED' },
      },
      'not-set-up, none, set-up',
    ],
    [
      'there is a bucket alone',
      { status: { workerConfigured: false, bucketConfigured: true } },
      'worker-missing, none, set-up',
    ],
    [
      'there is a Worker alone',
      { status: { workerConfigured: true, bucketConfigured: false } },
      'bucket-missing, bad, connect',
    ],
    ['the Worker gives no answer', { diagnostics: GONE }, 'unreachable, bad, look-again'],
    [
      'it gives none right after its deployment',
      { diagnostics: GONE, deployment: { ...FROM_HERE, timerSetAt: NOW - 2 * MINUTE } },
      'coming-up, wait, wait',
    ],
    [
      'it refuses our key',
      { diagnostics: { code: 'INVALID_WORKER_KEY' } },
      'wrong-worker-key, bad, deploy-anew',
    ],
    [
      'it refuses our key and was deployed by hand',
      { diagnostics: { code: 'INVALID_WORKER_KEY' }, deployment: BY_HAND },
      'wrong-worker-key, bad, connect',
    ],
    [
      'asking fails on our side',
      { diagnostics: { code: 'INTERNAL_ERROR' } },
      'cannot-tell, warning, look-again',
    ],
    [
      'it holds another encryption key',
      { diagnostics: { ...FINE, keyMatches: false } },
      'wrong-encryption-key, bad, deploy-anew',
    ],
    [
      'it holds none',
      { diagnostics: { ...FINE, keyMatches: false, hasEncryptionKey: false }, deployment: BY_HAND },
      'no-encryption-key, bad, connect',
    ],
    ['its timer has stopped', { diagnostics: STOPPED }, 'timer-stopped, bad, redeploy'],
    [
      'its timer has stopped and it was deployed by hand',
      { diagnostics: STOPPED, deployment: BY_HAND },
      'timer-stopped, bad, deploy-by-hand',
    ],
    [
      'its timer rests and was set minutes ago, as the provider says',
      { diagnostics: STOPPED, cron: { hasCron: true, modified_on: toIso(NOW - 3 * MINUTE) } },
      'starting, wait, wait',
    ],
    [
      'its timer never ran and was set minutes ago',
      { diagnostics: NEVER_RAN, deployment: { ...FROM_HERE, timerSetAt: NOW - 3 * MINUTE } },
      'starting, wait, wait',
    ],
    [
      'its timer never ran and nobody knows since when it is set',
      { diagnostics: NEVER_RAN, deployment: BY_HAND, cron: null },
      'starting, wait, wait',
    ],
    ['its timer never ran within an hour', { diagnostics: NEVER_RAN }, 'timer-stopped, bad, redeploy'],
    [
      'the provider knows of no timer',
      { diagnostics: STOPPED, cron: { hasCron: false, modified_on: null } },
      'timer-missing, bad, redeploy',
    ],
    [
      'its clock is ahead',
      { diagnostics: { ...FINE, clockSkewSeconds: 31 } },
      'clock-off, warning, set-clock',
    ],
    [
      'its clock is a little behind',
      { diagnostics: { ...FINE, clockSkewSeconds: -30 } },
      'healthy, good, nothing',
    ],
    [
      'it has jobs that it does not understand',
      { diagnostics: { ...FINE, unknownVersionCount: 2 } },
      'unknown-jobs, warning, redeploy',
    ],
    [
      'it has such jobs and was deployed by hand',
      { diagnostics: { ...FINE, unknownVersionCount: 2 }, deployment: BY_HAND },
      'unknown-jobs, warning, deploy-by-hand',
    ],
    [
      'a newer Worker is there to be deployed',
      { deployment: { ...FROM_HERE, availableVersion: '1.1.0' } },
      'outdated, good, redeploy',
    ],
    [
      'it is newer than this Nightpost, as after a backup was restored with an older one',
      {
        diagnostics: { ...FINE, version: '1.10.0' },
        deployment: { ...FROM_HERE, availableVersion: '1.9.0' },
      },
      'healthy, good, nothing',
    ],
    [
      'the Worker was not built here',
      { deployment: { ...FROM_HERE, availableVersion: null } },
      'healthy, good, nothing',
    ],
    ['the timer could not be asked about', { cron: null }, 'healthy, good, nothing'],
  ])('when %s', (_when, change, expected) => {
    expect(verdict(change)).toBe(expected)
  })

  it('names what matters most when several things are wrong', () => {
    const wrong = { ...STOPPED, keyMatches: false, clockSkewSeconds: 900, unknownVersionCount: 1 }
    expect(verdict({ diagnostics: wrong })).toContain('wrong-encryption-key')
    expect(verdict({ diagnostics: { ...wrong, keyMatches: true } })).toContain('timer-stopped')
    expect(verdict({ diagnostics: { ...wrong, keyMatches: true, offline: false } })).toContain('clock-off')
  })
})
