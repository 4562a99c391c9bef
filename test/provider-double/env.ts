import type { Account, Token } from './account-state.ts'

export interface DoubleEnv {
  Variables: { token: Token; account: Account }
}
