// The Worker itself at the provider: its upload, its address, its timer.
import { z } from 'zod'
import type { ProviderApi, ProviderCall, ProviderReply } from './provider-api.ts'

const Script = z.object({ id: z.string(), migration_tag: z.string().nullish() })

export interface DeployedScript {
  /** The tag of the last migration that it has been through; null when it has none. */
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

/** Asked once: what is to be sent depends on what is deployed, so after a lost answer that is to be read again. */
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

/** `https://NAME.SUBDOMAIN.workers.dev` begins to lead to it. */
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

/** To be called after each upload, changed or not: timers have been seen to stop after an upload without it. */
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
