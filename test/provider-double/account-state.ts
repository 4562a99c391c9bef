// What is in the double's accounts. Plain data, so that a test can look at it.

export const PERMISSIONS = ['account', 'scripts', 'kv', 'r2'] as const
export type Permission = (typeof PERMISSIONS)[number]

export interface Token {
  readonly id: string
  /** Tokens of an account are unknown where those of users are asked about. */
  readonly kind: 'user' | 'account'
  status: 'active' | 'disabled' | 'expired'
  readonly accounts: readonly string[]
  readonly permissions: Set<Permission>
}

export interface Binding {
  readonly type: string
  readonly name: string
  readonly text?: string
  readonly namespace_id?: string
  readonly bucket_name?: string
  readonly class_name?: string
}

export interface Script {
  readonly name: string
  readonly source: string
  readonly bindings: readonly Binding[]
  readonly migrationTag: string | null
  readonly uploads: number
  readonly createdOn: string
}

export interface Account {
  readonly id: string
  readonly name: string
  r2Enabled: boolean
  emailVerified: boolean
  /** Below workers.dev; null: none yet. */
  subdomain: string | null
  cronLimit: number
  /** Crons of other Workers of the account. */
  otherCrons: number
  readonly namespaces: Map<string, { title: string; values: Map<string, string> }>
  readonly buckets: Map<string, { rules: unknown[]; createdOn: string }>
  readonly scripts: Map<string, Script>
  readonly opened: Set<string>
  readonly schedules: Map<string, { cron: string; created_on: string; modified_on: string }[]>
}

export interface Provider {
  readonly tokens: Map<string, Token>
  readonly accounts: Map<string, Account>
  /** Names below workers.dev that others have. */
  readonly takenNames: Set<string>
  now(): number
  newId(): string
}

export function newAccount(id: string, name: string): Account {
  return {
    id,
    name,
    r2Enabled: true,
    emailVerified: true,
    subdomain: 'ada',
    cronLimit: 5,
    otherCrons: 0,
    namespaces: new Map(),
    buckets: new Map(),
    scripts: new Map(),
    opened: new Set(),
    schedules: new Map(),
  }
}

/** With six decimal places in the seconds, as the provider writes its times. */
export function timeText(instant: number): string {
  return new Date(instant).toISOString().replace('Z', '000Z')
}
