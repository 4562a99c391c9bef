import { captionParts } from '../../../../../core/posts/content/caption-facts.ts'

/** Hashtags and mentions in the colour of a link, as Instagram shows them. */
export function CaptionText({ caption }: { readonly caption: string }) {
  return captionParts(caption).map(({ text, linked }, index) => (linked ? <b key={index}>{text}</b> : text))
}
