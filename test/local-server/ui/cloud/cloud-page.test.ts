import type { UseQueryResult } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../../local-server/ui/src/api-client.ts'
import {
  CloudContext,
  type CloudStatus,
  type DeploymentBody,
  type Diagnostics,
} from '../../../../local-server/ui/src/cloud/cloud-queries.ts'
import { ConnectForm, connectionProblem } from '../../../../local-server/ui/src/cloud/connect-form.tsx'
import { DeploymentProgress } from '../../../../local-server/ui/src/cloud/deployment-progress.tsx'
import { CloudHealth } from '../../../../local-server/ui/src/cloud/health/cloud-health.tsx'
import { isOfNoKey } from '../../../../local-server/ui/src/cloud/health/stored-keys.tsx'
import { lazyEnglish } from '../../../../local-server/ui/src/strings/en/lazy/lazy.ts'
import { pageText } from '../page-text.ts'

const { cloud } = lazyEnglish
const CONNECTED = { workerConfigured: true, bucketConfigured: true, lastVerifiedAt: null }
const FINE = {
  version: '1.0.0',
  hasEncryptionKey: true,
  keyMatches: true,
  lastCronRun: new Date().toISOString(),
  offline: false,
  clockSkewSeconds: 0,
  unknownVersionCount: 0,
  fromSecondCopy: false,
  outdatedReason: null,
  recentJobs: [],
  freePlan: null,
} as Partial<Diagnostics>

interface Known {
  readonly status?: Partial<CloudStatus>
  readonly deployment?: Partial<DeploymentBody>
  readonly diagnostics?: Partial<Diagnostics>
}

/** What a part of the page says while this is known of the cloud. */
function saidBy(part: ReactNode, { status, deployment, diagnostics }: Known): Promise<string> {
  const value = {
    status: { ...CONNECTED, ...status } as CloudStatus,
    deployment: { state: 'idle', steps: [], version: '1.0.0', mode: null, ...deployment } as DeploymentBody,
    diagnostics: {
      data: { ...FINE, ...diagnostics },
      error: null,
      dataUpdatedAt: Date.now(),
      errorUpdatedAt: 0,
    } as unknown as UseQueryResult<Diagnostics>,
    cron: undefined,
  }
  return pageText(createElement(CloudContext, { value, children: part }))
}

/** Of a deployment that has found or made a bucket, and cannot go on. */
const STOPPED: Partial<DeploymentBody> = {
  state: 'failed',
  scriptName: 'nightpost',
  steps: [{ name: 'bucket', state: 'done', at: null }],
  error: null,
}

it('does not advise to delete the bucket of a connected Worker because its update has stopped', async () => {
  const said = await saidBy(createElement(DeploymentProgress), {
    deployment: { ...STOPPED, mode: 'redeploy' },
  })
  expect(said).toContain(cloud.deployment.failed)
  expect(said).not.toContain('delete it')
})

it('says what a set-up has left behind, which another computer may use', async () => {
  const said = await saidBy(createElement(DeploymentProgress), {
    status: { workerConfigured: false },
    deployment: { ...STOPPED, mode: 'deploy' },
  })
  expect(said).toContain('nightpost-media')
  expect(said).toContain('unless a Nightpost on another computer uses it')
})

it('says that posts may not go out while the scheduler of the Worker does not answer', async () => {
  const said = await saidBy(createElement(CloudHealth), { diagnostics: { fromSecondCopy: true } })
  expect(said).toContain(cloud.verdict.kinds['cannot-tell'].title)
  expect(said).toContain(cloud.verdict.silentScheduler)
})

it('asks for no bucket that would not count, as variables name another one', async () => {
  const asked = await saidBy(createElement(ConnectForm), { deployment: { bucketFrom: 'page' } })
  expect(asked).toContain(cloud.byHand.endpoint)
  const fixed = await saidBy(createElement(ConnectForm), { deployment: { bucketFrom: 'variable' } })
  expect(fixed).toContain(cloud.variables.bucket)
  expect(fixed).not.toContain(cloud.byHand.endpoint)
})

describe('what is wrong with a Worker that is to be connected', () => {
  const refusal = (code: string) => ({ code, params: {} })
  const failed = (about: { readonly refusal?: ReturnType<typeof refusal> } = {}) =>
    new ApiError({ code: 'CLOUD_ERROR', error: 'It failed.', status: 500, ...about })

  it.each([
    ['the address at which files are read', failed({ refusal: refusal('BUCKET_SILENT') }), true, 'publicUrl'],
    ['the bucket that was entered', failed(), true, 'endpoint'],
    ['no field, where the bucket stays as it is', failed(), false, null],
  ])('is said at %s', (_where, error, hasBucket, field) => {
    expect(connectionProblem(error, { sentence: error.message, hasBucket }).field).toBe(field)
  })
})

it('knows that no key begins with what a key cannot contain, whether or not the Worker answers', () => {
  const refused = (code: 'VALIDATION_ERROR' | 'WORKER_UNREACHABLE') =>
    isOfNoKey(new ApiError({ code, error: 'No.', status: 400 }))
  expect(refused('VALIDATION_ERROR')).toBe(true)
  expect(refused('WORKER_UNREACHABLE')).toBe(false)
})
