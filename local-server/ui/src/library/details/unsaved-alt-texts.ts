// Alt texts that were typed and are not known to be saved, by file: the dialog may be closed before the answer is there.
import { askBeforeLeaving } from '../../shared/before-leaving.ts'

const texts = new Map<string, string>()

export function unsavedAltText(mediaId: string): string | undefined {
  return texts.get(mediaId)
}

export function keepAltText(mediaId: string, text: string): void {
  texts.set(mediaId, text)
  askBeforeLeaving(texts, true)
}

/** What was typed since it was sent stays. */
export function noteSavedAltText(mediaId: string, text: string): void {
  if (texts.get(mediaId) === text) texts.delete(mediaId)
  askBeforeLeaving(texts, texts.size > 0)
}
