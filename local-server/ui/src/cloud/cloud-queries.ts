import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { parseResponse, ApiError, api, pageApi } from '../api-client.ts'
import { groups, keyedQuery, keys } from '../query-keys.ts'

const POLL_EVERY_MS = 30_000
const FOLLOW_EVERY_MS = 700
const DEPLOYING = ['cloud', 'deploy'] as const

const readStatus = () => parseResponse(api.cloud.status.$get())
export type CloudStatus = Awaited<ReturnType<typeof readStatus>>
export const cloudStatusQuery = keyedQuery(keys.cloudStatus, {
  queryFn: readStatus,
  refetchInterval: POLL_EVERY_MS,
})

const readDiagnostics = () => parseResponse(api.cloud.diagnostics.$get())
export type Diagnostics = Awaited<ReturnType<typeof readDiagnostics>>
export const diagnosticsQuery = keyedQuery(keys.diagnostics, {
  queryFn: readDiagnostics,
  refetchInterval: POLL_EVERY_MS,
})

const readCron = () => parseResponse(api.cloud['cron-status'].$get())
export type CronStatus = Awaited<ReturnType<typeof readCron>>
export const cronQuery = keyedQuery(keys.cron, {
  queryFn: readCron,
  refetchInterval: POLL_EVERY_MS,
})

export function storedKeysQuery(prefix: string) {
  return keyedQuery(keys.storedKeys(prefix), {
    queryFn: () => parseResponse(api.cloud.kv.$get({ query: { prefix } })),
    refetchInterval: POLL_EVERY_MS,
    placeholderData: (before) => before,
  })
}

const readDeployment = () => parseResponse(pageApi.cloud.deployment.$get())
export type DeploymentBody = Awaited<ReturnType<typeof readDeployment>>
export type DeployField = NonNullable<NonNullable<DeploymentBody['error']>['field']>

/** Followed closely while one runs: the request that started it may be gone. */
export function useDeployment() {
  const asking = useIsMutating({ mutationKey: DEPLOYING }) > 0
  return useQuery(
    keyedQuery(keys.deployment, {
      queryFn: readDeployment,
      refetchInterval: ({ state }) => (asking || state.data?.state === 'running' ? FOLLOW_EVERY_MS : false),
    }),
  )
}

export interface DeployInput {
  readonly mode: 'deploy' | 'redeploy'
  readonly apiToken?: string
  readonly accountId?: string
  readonly workersDevName?: string
  readonly scriptName?: string
}

/** Resolves at its end or when it goes on for long; `useDeployment` has the outcome. */
export function useDeploy() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: DEPLOYING,
    mutationFn: ({ mode, ...json }: DeployInput) =>
      mode === 'deploy'
        ? parseResponse(pageApi.cloud.deploy.$post({ json }))
        : parseResponse(pageApi.cloud.redeploy.$post({ json })),
    onSettled: () => client.invalidateQueries({ queryKey: groups.cloud }),
  })
}

interface Candidate {
  readonly apiToken: string
  readonly accountId?: string
}

const validate = (json: Candidate) => parseResponse(pageApi.cloud.validate.$post({ json }))
export type TokenReportBody = Awaited<ReturnType<typeof validate>>
export type AccountReport = TokenReportBody['accounts'][number]

export function useValidateToken() {
  return useMutation({ mutationFn: validate })
}

type ConnectBody = Parameters<typeof pageApi.cloud.connect.$post>[0]['json']

/** `onConnected` is called even when the form that asked is gone by then. */
export function useConnect(onConnected: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (json: ConnectBody) => parseResponse(pageApi.cloud.connect.$post({ json })),
    onSuccess() {
      onConnected()
      void refetchAfterConnection(client)
    },
  })
}

/** `left` is the sentence about what the Worker does not let go of; null: it is disconnected. */
export function useDisconnectWorker(onOutcome: (left: string | null) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (leave: boolean): Promise<string | null> => {
      try {
        await parseResponse(pageApi.cloud.$delete({ query: { leave: leave ? 'true' : 'false' } }))
        return null
      } catch (error) {
        if (error instanceof ApiError && error.code === 'SYNC_FAILED') return error.message
        throw error
      }
    },
    onSuccess(left) {
      onOutcome(left)
      void refetchAfterConnection(client)
    },
  })
}

export function useDeleteStoredKey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (key: string) =>
      parseResponse(pageApi.cloud.kv[':key'].$delete({ param: { key: encodeURIComponent(key) } })),
    onSuccess: () => client.invalidateQueries({ queryKey: groups.storedKeys }),
  })
}

/** Posts change their owner with the cloud. */
async function refetchAfterConnection(client: ReturnType<typeof useQueryClient>): Promise<void> {
  void client.invalidateQueries({ queryKey: groups.posts })
  await client.invalidateQueries({ queryKey: groups.cloud })
}
