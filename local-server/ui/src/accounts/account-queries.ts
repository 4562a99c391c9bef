import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { PlatformAccountBody } from '../../../../core/api/auth.ts'
import type { LoginMethod } from '../../../../core/ports/platform/login.ts'
import type { GuideStep, GuideWay } from '../../../../core/setup/guide-steps.ts'
import { parseResponse, api, pageApi } from '../api-client.ts'
import { groups, keyedQuery, keys } from '../query-keys.ts'
import { sendDeletion } from '../shared/deletions.ts'

const readSetup = () => parseResponse(pageApi.setup.$get())
export type SetupBody = Awaited<ReturnType<typeof readSetup>>

export const setupQuery = keyedQuery(keys.setup, { queryFn: readSetup, staleTime: 60_000 })

/** Lists the permissions that each account did not grant. */
export const permissionsQuery = keyedQuery(keys.permissions, {
  queryFn: async () => (await parseResponse(pageApi.auth.accounts.permissions.$get())).accounts,
  staleTime: 60_000,
})

const checkToken = (loginMethod: LoginMethod, accessToken: string) =>
  parseResponse(pageApi.auth.accounts.token.check.$post({ json: { loginMethod, accessToken } }))
export type CheckedToken = Awaited<ReturnType<typeof checkToken>>

/** Shorter texts are not asked about: somebody is still typing. */
export const SHORTEST_TOKEN = 20

/** Asks whose token it is. Under 'setup', because the app decides how long it lives; forgotten with the field. */
export function tokenCheckQuery(loginMethod: LoginMethod, token: string) {
  return keyedQuery(keys.tokenCheck(loginMethod, token), {
    queryFn: () => checkToken(loginMethod, token),
    enabled: token.length >= SHORTEST_TOKEN,
    staleTime: 5 * 60_000,
    gcTime: 0,
  })
}

/** Asks the platform whether the saved app is valid. */
export function appCheckQuery(method: LoginMethod, isWhole: boolean) {
  return keyedQuery(keys.appCheck(method), {
    queryFn: () => parseResponse(pageApi.setup.check.$post({ json: { loginMethod: method } })),
    enabled: isWhole,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export interface GuideProgressBody {
  readonly way: GuideWay | null
  readonly said: readonly GuideStep[]
}

export const guideQuery = keyedQuery(keys.guide, {
  queryFn: (): Promise<GuideProgressBody> => parseResponse(pageApi.setup.guide.$get()),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Shown at once; what could not be kept comes back as it was. */
export function useKeepProgress() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ way, said }: GuideProgressBody) =>
      parseResponse(pageApi.setup.guide.$put({ json: { way, said: [...said] } })),
    onMutate: (progress) => client.setQueryData(keys.guide, progress),
    onError: () => client.invalidateQueries({ queryKey: keys.guide }),
  })
}

/** Reads the outcome of a login that came back from the platform's page. */
export function outcomeQuery(name: string | null) {
  return keyedQuery(keys.loginOutcome(name), {
    queryFn: () => parseResponse(pageApi.auth.outcomes[':name'].$get({ param: { name: name ?? '' } })),
    enabled: name !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
}

export function useConnectByToken() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (pasted: { loginMethod: LoginMethod; accessToken: string }) =>
      parseResponse(pageApi.auth.accounts.token.$post({ json: pasted })),
    onSuccess: () => refetchAccounts(client),
  })
}

export function useChangeAccount() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...json }: { id: string } & Pick<PlatformAccountBody, 'whenLimitIsFull'>) =>
      parseResponse(api.accounts[':id'].$patch({ param: { id }, json })),
    onSuccess: () => refetchAccounts(client),
  })
}

export function useDisconnectAccount() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      sendDeletion(client, id, () => parseResponse(api.auth.accounts[':id'].$delete({ param: { id } }))),
    // The posts that waited for it have failed.
    onSuccess: () => refetchAccounts(client),
  })
}

export function refetchAccounts(client: QueryClient) {
  return Promise.all([
    client.invalidateQueries({ queryKey: groups.accounts }),
    client.invalidateQueries({ queryKey: groups.posts }),
  ])
}

export interface AppSettingsChange {
  readonly platformAppId?: string
  readonly platformAppSecret?: string
  readonly partnerAppId?: string
  readonly partnerAppSecret?: string
}

export function useChangeApps() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: AppSettingsChange) => parseResponse(pageApi.setup.$put({ json: change })),
    onSuccess: (changed) => {
      client.setQueryData(keys.setup, changed)
      // Both: the same id for both is one of the mistakes. Whose token it is may be asked differently now, too.
      void client.resetQueries({ queryKey: groups.appChecks })
      void client.invalidateQueries({ queryKey: groups.tokenChecks })
    },
  })
}

export function useCompleteSetup() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => parseResponse(pageApi.setup.complete.$post()),
    onSuccess: (changed) => client.setQueryData(keys.setup, changed),
  })
}
