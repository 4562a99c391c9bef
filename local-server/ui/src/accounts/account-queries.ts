import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { PlatformAccountBody } from '../../../../core/api/auth.ts'
import { answer, api, pageApi } from '../api-client.ts'
import { accountsQuery } from '../shared/account-queries.ts'

export type LoginMethod = PlatformAccountBody['loginMethod']

const readSetup = () => answer(pageApi.setup.$get())
export type Setup = Awaited<ReturnType<typeof readSetup>>

export const setupQuery = queryOptions({ queryKey: ['setup'], queryFn: readSetup, staleTime: 60_000 })

/** What became of a login that came back from the platform's page. */
export function outcomeQuery(name: string | null) {
  return queryOptions({
    queryKey: ['login-outcome', name],
    queryFn: () => answer(pageApi.auth.outcomes[':name'].$get({ param: { name: name ?? '' } })),
    enabled: name !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
}

export function useConnectByToken() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (pasted: { loginMethod: LoginMethod; accessToken: string }) =>
      answer(pageApi.auth.accounts.token.$post({ json: pasted })),
    onSuccess: () => client.invalidateQueries({ queryKey: accountsQuery.queryKey }),
  })
}

export function useDisconnect() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => answer(api.auth.accounts[':id'].$delete({ param: { id } })),
    // The posts that waited for it have failed.
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: accountsQuery.queryKey }),
        client.invalidateQueries({ queryKey: ['posts'] }),
      ]),
  })
}

export interface AppChange {
  readonly platformAppId?: string
  readonly platformAppSecret?: string
  readonly partnerAppId?: string
  readonly partnerAppSecret?: string
}

export function useChangeApps() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: AppChange) => answer(pageApi.setup.$put({ json: change })),
    onSuccess: (changed) => client.setQueryData(setupQuery.queryKey, changed),
  })
}

export function useCompleteSetup() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => answer(pageApi.setup.complete.$post()),
    onSuccess: (changed) => client.setQueryData(setupQuery.queryKey, changed),
  })
}
