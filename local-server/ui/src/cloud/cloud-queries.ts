import {
  useIsMutating,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query'
import { createSafeContext } from '@mantine/core'
import { parseResponse, ApiError, api, pageApi, type ResponseBody } from '../api-client.ts'
import { groups, keyedQuery, keys } from '../query-keys.ts'
import { useChange } from '../shared/use-change.ts'

const POLL_EVERY_MS = 30_000
const FOLLOW_EVERY_MS = 700
const DEPLOYING = ['cloud', 'deploy'] as const

export type CloudStatus = ResponseBody<typeof api.cloud.status.$get>
export const cloudStatusQuery = keyedQuery(keys.cloudStatus, {
  queryFn: () => parseResponse(api.cloud.status.$get()),
  refetchInterval: POLL_EVERY_MS,
})

export type Diagnostics = ResponseBody<typeof api.cloud.diagnostics.$get>
export const diagnosticsQuery = keyedQuery(keys.diagnostics, {
  queryFn: () => parseResponse(api.cloud.diagnostics.$get()),
  refetchInterval: POLL_EVERY_MS,
})

export type CronStatus = ResponseBody<(typeof api.cloud)['cron-status']['$get']>
export const cronQuery = keyedQuery(keys.cron, {
  queryFn: () => parseResponse(api.cloud['cron-status'].$get()),
  refetchInterval: POLL_EVERY_MS,
})

export function storedKeysQuery(prefix: string) {
  return keyedQuery(keys.storedKeys(prefix), {
    queryFn: () => parseResponse(api.cloud.kv.$get({ query: { prefix } })),
    refetchInterval: POLL_EVERY_MS,
    placeholderData: (before) => before,
  })
}

export type DeploymentBody = ResponseBody<typeof pageApi.cloud.deployment.$get>
export type DeployField = NonNullable<NonNullable<DeploymentBody['error']>['field']>

/** Followed closely while one runs: the request that started it may be gone. */
export function useDeployment() {
  const asking = useIsMutating({ mutationKey: DEPLOYING }) > 0
  return useQuery(
    keyedQuery(keys.deployment, {
      queryFn: () => parseResponse(pageApi.cloud.deployment.$get()),
      refetchInterval: ({ state }) => (asking || state.data?.state === 'running' ? FOLLOW_EVERY_MS : false),
    }),
  )
}

/** What the page has read of the cloud. The Worker is asked once there is one. */
interface Cloud {
  readonly status: CloudStatus
  readonly deployment: DeploymentBody
  readonly diagnostics: UseQueryResult<Diagnostics>
  readonly cron: CronStatus | undefined
}

export const [CloudContext, useCloud] = createSafeContext<Cloud>('outside of the page of the cloud')

type DeployInput = Parameters<typeof pageApi.cloud.deploy.$post>[0]['json'] & {
  readonly mode: 'deploy' | 'redeploy'
}

/** Resolves at its end or when it takes long; `useDeployment` has the outcome. */
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

const validate = (json: { readonly apiToken: string; readonly accountId?: string }) =>
  parseResponse(pageApi.cloud.validate.$post({ json }))
export type TokenReportBody = Awaited<ReturnType<typeof validate>>
export type AccountReport = TokenReportBody['accounts'][number]

export function useValidateToken() {
  return useMutation({ mutationFn: validate })
}

type ConnectBody = Parameters<typeof pageApi.cloud.connect.$post>[0]['json']

/** `left` says that it does not know all accounts yet; null: it does. `onConnected` is called even when the form that asked is gone by then. */
export const useConnect = (onConnected: (left: ApiError | null) => void) =>
  useConnectionChange(async (json: ConnectBody) => onConnected(await sendConnection(json)))

/** Resolves with what is still to be done once the Worker is connected. */
export async function sendConnection(json: ConnectBody): Promise<ApiError | null> {
  try {
    await parseResponse(pageApi.cloud.connect.$post({ json }))
    return null
  } catch (error) {
    if (!(error instanceof ApiError && error.refusal?.code === 'NOT_REGISTERED')) throw error
    return error
  }
}

/** `left` says what the Worker does not release; null: it is disconnected. */
export const useDisconnectWorker = (onOutcome: (left: ApiError | null) => void) =>
  useConnectionChange(async (leave: boolean) => {
    try {
      await parseResponse(pageApi.cloud.$delete({ query: { leave: leave ? 'true' : 'false' } }))
      onOutcome(null)
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'SYNC_FAILED')) throw error
      onOutcome(error)
    }
  })

/** Posts change their owner with the cloud. That is read again without being waited for: the Worker may take long to answer. */
function useConnectionChange<Wish>(mutationFn: (wish: Wish) => Promise<void>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess() {
      void client.invalidateQueries({ queryKey: groups.posts })
      void client.invalidateQueries({ queryKey: groups.cloud })
    },
  })
}

export const useDeleteStoredKey = () =>
  useChange(
    (key: string) =>
      parseResponse(pageApi.cloud.kv[':key'].$delete({ param: { key: encodeURIComponent(key) } })),
    groups.storedKeys,
  )
