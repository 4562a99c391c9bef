/** Reads a body as UTF-8 text and no further than `maxBytes`. Rejects when it is longer, or no UTF-8 and `fatal` is asked for. */
export async function readText(
  { body }: Response,
  maxBytes: number,
  options: { readonly fatal?: boolean } = {},
): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: options.fatal ?? false, ignoreBOM: false })
  const chunks: string[] = []
  let size = 0
  for await (const chunk of (body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > maxBytes) throw new Error(`an answer of more than ${Math.round(maxBytes / 2 ** 20)} MB`)
    chunks.push(decoder.decode(chunk, { stream: true }))
  }
  return chunks.join('') + decoder.decode()
}
