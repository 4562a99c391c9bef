import { expect, it } from 'vitest'
import { createAttention } from '../../../../core/features/attention/attention.ts'
import { DAY, MINUTE, toIso } from '../../../../core/time.ts'
import { aHandover, AT_WORKER } from '../../../contracts/handover-builders.ts'
import { aPost, START } from '../../../factories.ts'
import { aRepostConfig } from '../../../fakes/reposts/repost-records.ts'
import { createTestApp } from '../../../fakes/test-app.ts'

const YESTERDAY = START - DAY
const SILENT = { verifiedAt: YESTERDAY, isVerified: true, isAnswering: false }
/** It answers, and cannot open the tokens that it was given. */
const OTHER_KEY = { verifiedAt: YESTERDAY, isVerified: false, isAnswering: true }

it.each([
  { what: 'is silent', ...SILENT, code: 'WORKER_SILENT' },
  { what: 'was silent after it had other keys', ...SILENT, isVerified: false, code: 'WORKER_KEYS_WRONG' },
  { what: 'answers with another encryption key', ...OTHER_KEY, code: 'WORKER_KEYS_WRONG' },
  {
    what: 'never answered',
    verifiedAt: null,
    isVerified: false,
    isAnswering: false,
    code: 'WORKER_NEVER_VERIFIED',
  },
  {
    what: 'answered as it should before the computer slept',
    verifiedAt: YESTERDAY,
    isVerified: true,
    isAnswering: true,
    code: null,
  },
])(
  'a Worker where posts or mentions wait and that $what',
  async ({ code, verifiedAt, isVerified, isAnswering }) => {
    const test = createTestApp()
    const heard = { verifiedAt, isVerified, isAnswering, workerUrl: 'https://night.workers.dev' }
    const state = { ...(await test.ports.cloudSetup.cloudState()), ...heard }
    const cloudSetup = { ...test.ports.cloudSetup, cloudState: async () => state }
    const post = aPost({
      status: 'SCHEDULED',
      isScheduled: true,
      scheduledFor: START + 3 * DAY,
      handover: 'cloud',
    })
    const handovers = { open: async () => [aHandover(post, AT_WORKER)] }
    const reposts = { ...test.ports.reposts, configs: async () => [aRepostConfig(AT_WORKER)] }
    for (const waiting of [{ handovers }, { reposts }]) {
      const attention = createAttention({ ...test.ports, cloudSetup, ...waiting })
      expect((await attention.list()).entries).toEqual([])
      test.clock.advance(25 * MINUTE)
      const since = toIso(verifiedAt ?? test.clock.now() - 25 * MINUTE)
      const entries = code === null ? [] : [{ code, since, nextStep: 'check_cloud' }]
      expect((await attention.list()).entries).toMatchObject(entries)
    }
  },
)
