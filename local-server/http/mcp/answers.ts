// Answers of the contract in the words that a model reads.
/** A refusal of the contract. */
export function refusalText(body: unknown): string {
  const { error, code } = body as { readonly error?: string; readonly code?: string }
  return `${error ?? 'The server failed.'} (${code ?? 'INTERNAL_ERROR'})`
}

/** Half of a post is fields that nobody has set, and a model reads every word. */
export function withoutEmpty(_name: string, value: unknown): unknown {
  return value === null || (Array.isArray(value) && value.length === 0) ? undefined : value
}
