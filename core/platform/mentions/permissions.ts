import type { PlatformAccess } from '../../ports/platform/platform.ts'
import { permissionsFor } from '../../accounts/permissions.ts'

/** True when the account's token may read messages (mentions arrive as messages), or when that is unknown. */
export function canReadMessages(
  loginMethod: PlatformAccess['loginMethod'],
  grantedScopes: readonly string[] | null,
): boolean {
  const needed = permissionsFor(loginMethod, 'mentions')
  return grantedScopes === null || needed.every((scope) => grantedScopes.includes(scope))
}
