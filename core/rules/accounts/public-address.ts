import { attentionDetail, type AttentionDetail } from '../notices/attention-details.ts'
import { SECOND } from '../../time.ts'

/** A live account fetches pictures, and whatever the platform login publishes, from an address that is open to it. */
export function fetchesFile(
  { isSandbox, loginMethod }: { readonly isSandbox: boolean; readonly loginMethod: 'platform' | 'partner' },
  kind: 'image' | 'video',
): boolean {
  return !isSandbox && (kind === 'image' || loginMethod === 'platform')
}

const TIMEOUT = 10 * SECOND

/** How the platform introduces itself where it fetches a file. */
export const PLATFORM_AGENT = 'facebookexternalhit/1.1'

/** Requests an address as the platform does, but only its first byte. Returns why it cannot be used, or null. */
export async function askPublicAddress(
  fetchPublic: typeof fetch,
  address: string,
): Promise<AttentionDetail | null> {
  try {
    const headers = { range: 'bytes=0-0', 'user-agent': PLATFORM_AGENT }
    // The platform follows no redirects.
    const asked = { headers, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT) } as const
    const response = await fetchPublic(address, asked)
    await response.body?.cancel()
    const type = response.headers.get('content-type') ?? ''
    if (!response.ok) return attentionDetail('ADDRESS_REFUSES', { status: `${response.status}` })
    if (/^(image|video)\//.test(type)) return null
    return attentionDetail('ADDRESS_WITHOUT_MEDIA')
  } catch {
    return attentionDetail('ADDRESS_SILENT')
  }
}
