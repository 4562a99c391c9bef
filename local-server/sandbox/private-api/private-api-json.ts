// Answers as the private hosts write them: ids of media and people as bare numbers beyond 2^53, which a client that takes
// them for numbers corrupts.

/** Writes digits into the JSON without quotes. */
export function bare(digits: string): unknown {
  return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(digits)
}

export function privateApiJson(body: object, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  })
}
