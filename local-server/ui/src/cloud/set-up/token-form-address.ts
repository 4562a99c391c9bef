/** Permissions that a deployment needs, in the dashboard's words, all of the group Account. */
export const PERMISSIONS = [
  { key: 'workers_scripts', type: 'edit', name: 'Workers Scripts', level: 'Edit' },
  { key: 'workers_kv_storage', type: 'edit', name: 'Workers KV Storage', level: 'Edit' },
  { key: 'workers_r2', type: 'edit', name: 'Workers R2 Storage', level: 'Edit' },
  { key: 'account_settings', type: 'read', name: 'Account Settings', level: 'Read' },
] as const

/** The dashboard's form for a new token with the permissions filled in. */
export function tokenFormAddress(name: string): string {
  const keys = PERMISSIONS.map(({ key, type }) => ({ key, type }))
  const query = new URLSearchParams({
    permissionGroupKeys: JSON.stringify(keys),
    accountId: '*',
    zoneId: 'all',
    name,
  })
  return `https://dash.cloudflare.com/profile/api-tokens?${query}`
}

export const R2_IN_DASHBOARD = 'https://dash.cloudflare.com/?to=/:account/r2/overview'
