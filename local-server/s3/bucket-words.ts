// Why a bucket did not do what it was asked, for the person who has connected it.
import { neverConnected, noConnectionReason } from '../../core/engine/http-calls/never-connected.ts'
import { safeSentence, safeText, withoutFullStop, type SafeText } from '../../core/redact.ts'
import type { BucketSettings } from '../../core/features/cloud/connection/connection.ts'

type Named = Pick<BucketSettings, 'endpoint' | 'name' | 'region' | 'accessKeyId' | 'secretAccessKey'>

const NOT_CONNECTED_IN_TIME = '@smithy/node-http-handler - the request socket did not establish a connection'

/** Leaves room for what we add. */
const LONGEST_WORDS = 180

const WRONG_REGION: ReadonlySet<string> = new Set([
  'AuthorizationHeaderMalformed',
  'PermanentRedirect',
  'IllegalLocationConstraintException',
  'InvalidRegionName',
])

/** The bucket's own word for it, or a better one; never a header of the request, which is signed. */
export function bucketReasonOf(error: unknown, settings: Named): SafeText {
  return safeSentence(reasonOf(error, settings))
}

/** True when certainly no connection was made. */
export function isNotReached(error: unknown): boolean {
  // The client gives its own time limits no code.
  const isUnconnected = error instanceof Error && error.message.startsWith(NOT_CONNECTED_IN_TIME)
  return isUnconnected || neverConnected(error)
}

function reasonOf(error: unknown, settings: Named): string {
  if (!(error instanceof Error)) return 'it did not say why'
  const { name } = error
  if (name === 'RequestTimeTooSkewed')
    return 'the clock of this computer is off by more than a quarter of an hour: set it right'
  if (WRONG_REGION.has(name))
    return `${describe(error, settings)}: its region is not “${settings.region ?? 'auto'}”, enter the right one`
  const isKnown = (error as { $metadata?: unknown }).$metadata !== undefined
  if (isKnown && hasNameInEndpoint(settings))
    return `${describe(error, settings)}: the endpoint contains the bucket’s name “${settings.name}”, leave it out there`
  return describe(error, settings)
}

function describe(error: Error, { accessKeyId, secretAccessKey }: Named): string {
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
  const unconnected = noConnectionReason(error)
  if (unconnected !== null) return unconnected
  // The client’s own words for it name its package.
  if (error.message.startsWith('@smithy/')) return 'no answer in time'
  const message = error.message === '' || error.message === 'UnknownError' ? error.name : error.message
  const text = withoutFullStop(safeText(message, [accessKeyId, secretAccessKey], LONGEST_WORDS))
  return status === undefined ? text : `${text} (HTTP ${status})`
}

/** True for an endpoint as providers show it for one bucket; we name the bucket in the path. */
function hasNameInEndpoint({ endpoint, name }: Named): boolean {
  const url = URL.parse(endpoint)
  return url !== null && (url.hostname.startsWith(`${name}.`) || url.pathname.split('/').includes(name))
}
