// Which of the two sources can be read for an account.
import { CodedError } from '../../../coded-error.ts'
import type { MentionTransport } from '../../../ports/reposts/mention-source.ts'
import type { AvailableSources } from '../reposts-deps.ts'

/** The one in use is kept, if it can be read; otherwise the official one comes first. */
export function chooseSource(
  sources: AvailableSources,
  known: MentionTransport | undefined,
): MentionTransport {
  if (known !== undefined && isUsableSource(sources, known)) return known
  if (sources.official) return 'official'
  if (sources.native !== null) return 'native'
  throw new CodedError('CREDENTIALS_NOT_CONFIGURED', NO_SOURCE)
}

/** Throws CREDENTIALS_NOT_CONFIGURED, and says what helps. */
export function requireSource(sources: AvailableSources, wanted: MentionTransport): void {
  if (isUsableSource(sources, wanted)) return
  throw new CodedError('CREDENTIALS_NOT_CONFIGURED', wanted === 'official' ? NO_PERMISSION : NO_SESSION)
}

export const isUsableSource = ({ official, native }: AvailableSources, source: MentionTransport) =>
  source === 'official' ? official : native !== null

const NO_PERMISSION =
  'The account has not granted permission to read messages. Connect it again and allow that.'
const NO_SESSION = 'There is no session for this account. Import one from your browser in the settings.'
const NO_SOURCE = `${NO_PERMISSION} Or import a session from your browser in the settings.`
