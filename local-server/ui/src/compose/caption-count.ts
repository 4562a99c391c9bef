/** As in the contract, in code points. */
export const CAPTION_MAX = 2200
/** Instagram's documentation says 30; its own app stops at 5 since December 2025. What the API does between is not known. */
const HASHTAGS_SAFE = 5
const HASHTAGS_MAX = 30

/** How many, and whether Instagram may object. Empty when there are none. */
export function hashtagHint(caption: string): string {
  const count = countHashtags(caption)
  if (count > HASHTAGS_MAX) return `${count} hashtags: Instagram takes ${HASHTAGS_MAX} at most`
  if (count > HASHTAGS_SAFE) return `${count} hashtags: Instagram may take only ${HASHTAGS_SAFE}`
  if (count === 0) return ''
  return count === 1 ? '1 hashtag' : `${count} hashtags`
}

function countHashtags(caption: string): number {
  return caption.match(/(?<![\p{L}\p{N}_&])#[\p{L}\p{N}_]+/gu)?.length ?? 0
}
