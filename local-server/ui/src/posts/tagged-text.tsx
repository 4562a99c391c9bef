/** A caption with its hashtags and mentions in the colour of a link, as Instagram shows them. */
export function TaggedText({ text }: { readonly text: string }) {
  const parts = text.split(/([#@][\p{L}\p{N}_.]+)/u)
  // Every second part is what the pattern matched.
  return parts.map((part, index) => (index % 2 === 1 ? <b key={index}>{part}</b> : part))
}
