// Alt texts that were typed and are not known to be saved, by file: the dialog, the tab or the session may end before the answer
// is there.
import { keepText, keptText } from '../../shared/kept-texts.ts'

const nameOf = (mediaId: string) => `alt-text-${mediaId}`

export function unsavedAltText(mediaId: string): string | null {
  return keptText(nameOf(mediaId))
}

export function keepAltText(mediaId: string, text: string): void {
  keepText(nameOf(mediaId), text)
}

/** What was typed since it was sent stays. */
export function noteSavedAltText(mediaId: string, text: string): void {
  if (unsavedAltText(mediaId) === text) keepText(nameOf(mediaId), null)
}
