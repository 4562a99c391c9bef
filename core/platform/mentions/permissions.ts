import type { PlatformAccess } from '../../ports/platform.ts'

const READS_MESSAGES: Readonly<Record<PlatformAccess['loginMethod'], string>> = {
  platform: 'instagram_business_manage_messages',
  partner: 'instagram_manage_messages',
}

/** Whether the account's token may read messages, which story mentions arrive as. What nobody knows is tried. */
export function canReadMessages(
  loginMethod: PlatformAccess['loginMethod'],
  grantedScopes: readonly string[] | null,
): boolean {
  return grantedScopes === null || grantedScopes.includes(READS_MESSAGES[loginMethod])
}
