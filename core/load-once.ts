/** What `load` makes, made once: calls that come together share it, and one that failed is tried again with the next call. */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  const forget = (error: unknown) => {
    loading = undefined
    throw error
  }
  return () => (loading ??= load().catch(forget))
}
