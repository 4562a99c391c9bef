import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { PlatformAccountBody } from '../../../../core/api/auth.ts'
import type { LoginMethod } from '../../../../core/ports/platform/login.ts'
import type { GuideStep, GuideWay } from '../../../../core/rules/setup/guide-steps.ts'
import { parseResponse, api, pageApi } from '../api-client.ts'
import { groups, keyedQuery, keys } from '../query-keys.ts'
import { sendDeletion } from '../shared/deletions.ts'
import { notifyOfProblem } from '../shared/notifications.ts'
import { useChange } from '../shared/use-change.ts'

const readSetup = () => parseResponse(pageApi.setup.$get())
type App = Awaited<ReturnType<typeof readSetup>>[LoginMethod]

export const setupQuery = keyedQuery(keys.setup, { queryFn: readSetup, staleTime: 60_000 })

/** Id, secret and address of one of the user's own apps; undefined until they are known. */
export function useApp(method: LoginMethod): App | undefined {
  return useQuery(setupQuery).data?.[method]
}

export const isWhole = (app: App | undefined) => app !== undefined && app.appId !== null && app.hasSecret

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

/** Asks the platform whether the saved app is valid, once its id and secret are both there. */
export function useAppCheck(method: LoginMethod) {
  return useQuery({ ...appCheckQuery(method), enabled: isWhole(useApp(method)) })
}

function appCheckQuery(method: LoginMethod) {
  return keyedQuery(keys.appCheck(method), {
    queryFn: () => parseResponse(pageApi.setup.check.$post({ json: { loginMethod: method } })),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export const guideQuery = keyedQuery(keys.guide, {
  queryFn: () => parseResponse(pageApi.setup.guide.$get()),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The progress in the guide, and how to save it. Shown at once; what cannot be saved is taken back. */
export function useGuideProgress() {
  const client = useQueryClient()
  const { way = null, said = [] } = useQuery(guideQuery).data ?? {}
  const keep = useMutation({
    mutationFn: (progress: GuideProgress) =>
      parseResponse(pageApi.setup.guide.$put({ json: { ...progress, said: [...progress.said] } })),
    onMutate: (progress) => client.setQueryData(keys.guide, progress),
    onError: () => client.invalidateQueries({ queryKey: keys.guide }),
  })
  return {
    way,
    said,
    choose: (chosen: GuideWay) => keep.mutate({ way: chosen, said }),
    say: (step: GuideStep, isDone: boolean) => {
      const others = said.filter((one) => one !== step)
      keep.mutate({ way, said: isDone ? [...others, step] : others })
    },
  }
}

interface GuideProgress {
  readonly way: GuideWay | null
  readonly said: readonly GuideStep[]
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

export const useConnectByToken = () =>
  useChange(
    (json: { loginMethod: LoginMethod; accessToken: string }) =>
      parseResponse(pageApi.auth.accounts.token.$post({ json })),
    groups.accounts,
    groups.posts,
  )

export const useChangeAccount = () =>
  useChange(
    ({ id, ...json }: Pick<PlatformAccountBody, 'id' | 'whenLimitIsFull'>) =>
      parseResponse(api.accounts[':id'].$patch({ param: { id }, json })).catch(notifyOfProblem),
    groups.accounts,
    groups.posts,
  )

export function useDisconnectAccount() {
  const client = useQueryClient()
  return useChange(
    ({ id, insights }: { readonly id: string; readonly insights: 'keep' | 'delete' }) =>
      sendDeletion(client, id, () =>
        parseResponse(api.auth.accounts[':id'].$delete({ param: { id }, query: { insights } })),
      ),
    groups.accounts,
    // Those that waited for it have failed.
    groups.posts,
  )
}

export function refetchAccounts(client: QueryClient) {
  return Promise.all([
    client.invalidateQueries({ queryKey: groups.accounts }),
    client.invalidateQueries({ queryKey: groups.posts }),
  ])
}

export type AppSettingsChange = Parameters<typeof pageApi.setup.$put>[0]['json']

export function useChangeApps() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: AppSettingsChange) => parseResponse(pageApi.setup.$put({ json: change })),
    onSuccess: (changed) => {
      client.setQueryData(keys.setup, changed)
      // Checks both apps: the same id for both is a common mistake. Pasted tokens are checked again, too.
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
