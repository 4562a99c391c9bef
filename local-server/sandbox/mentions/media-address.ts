// The addresses of the media of messages: anyone who knows an address may open it without a token while the story
// lives.
import type { MediaName } from './mention-state.ts'

export const MEDIA_PATH = '/lookaside.fbsbx.com/ig_messaging_cdn/'

export function mediaAddress(origin: string, story: MediaName): string {
  return `${origin}/sandbox${MEDIA_PATH}${mediaQuery(story)}`
}

/** Signed as it stands: the same parameters, written another way, are another address. */
export function mediaQuery({ assetId, signature }: MediaName): string {
  return `?asset_id=${assetId}&signature=${signature}`
}
