// The Worker itself at the provider: its upload, its address, its timer.
import { z } from 'zod'
import type { ProviderApi, ProviderCall, ProviderReply } from './provider-api.ts'

const Script = z.object({ id: z.string(), migration_tag: z.string().nullish() })

export interface DeployedScript {
  /** The tag of the last migration that was applied to it; null when it has none. */
  readonly migrationTag: string | null
}

const MANAGE = { needs: 'Workers Scripts: Edit' } as const

/** Null when the account has no such Worker. */
export async function findScript(
  api: ProviderApi,
  accountId: string,
  name: string,
): Promise<DeployedScript | null> {
  const scripts = await api.must({
    method: 'GET',
    path: scriptsOf(accountId),
    answer: z.array(Script),
    ...MANAGE,
  })
  const found = scripts.find(({ id }) => id === name)
  return found ? { migrationTag: found.migration_tag ?? null } : null
}

/** Called once: what is sent depends on what is deployed, which must be read again after a lost answer. */
export function uploadScript(
  api: ProviderApi,
  accountId: string,
  name: string,
  form: FormData,
): Promise<ProviderReply<unknown>> {
  return api.ask({
    method: 'PUT',
    path: `${scriptOf(accountId, name)}?excludeScript=true&bindings_inherit=strict`,
    form,
    answer: z.object({ id: z.string() }),
    again: false,
    ...MANAGE,
  })
}

/** `https://NAME.SUBDOMAIN.workers.dev` starts to lead to it. */
export async function openAddress(api: ProviderApi, accountId: string, name: string): Promise<void> {
  await api.must({
    method: 'POST',
    path: `${scriptOf(accountId, name)}/subdomain`,
    headers: { 'Cloudflare-Workers-Script-Api-Date': '2025-08-01' },
    json: { enabled: true, previews_enabled: false },
    answer: z.unknown(),
    ...MANAGE,
  })
}

const Schedules = z.object({
  schedules: z
    .array(
      z.object({ cron: z.string(), created_on: z.string().nullish(), modified_on: z.string().nullish() }),
    )
    .nullish()
    .transform((schedules) => schedules ?? []),
})

export type Schedule = z.infer<typeof Schedules>['schedules'][number]

export async function readSchedules(api: ProviderApi, accountId: string, name: string): Promise<Schedule[]> {
  const { schedules } = await api.must(schedulesCall('GET', accountId, name))
  return schedules
}

/** Call after each upload, changed or not: timers are known to stop after an upload without it. */
export async function setSchedule(
  api: ProviderApi,
  accountId: string,
  name: string,
  cron: string,
): Promise<void> {
  await api.must({ ...schedulesCall('PUT', accountId, name), json: [{ cron }] })
}

function schedulesCall(
  method: 'GET' | 'PUT',
  accountId: string,
  name: string,
): ProviderCall<z.infer<typeof Schedules>> {
  return { method, path: `${scriptOf(accountId, name)}/schedules`, answer: Schedules, ...MANAGE }
}

const scriptsOf = (accountId: string) => `/accounts/${encodeURIComponent(accountId)}/workers/scripts`
const scriptOf = (accountId: string, name: string) => `${scriptsOf(accountId)}/${encodeURIComponent(name)}`
