// `nightpost/client`: calls of the API with the types of its served document, for scripts in JavaScript and TypeScript.
import createClient from 'openapi-fetch'

const AGAIN_AFTER_MS = [500, 1_000, 2_000]

/**
 * @param {import('./client.d.mts').NightpostOptions} options
 * @returns {import('./client.d.mts').Nightpost}
 */
export function createNightpost({ key, origin = 'http://127.0.0.1:4100', fetch = globalThis.fetch }) {
  return createClient({
    // People write an origin with a slash at its end, too.
    baseUrl: new URL('/api/v1', origin).href,
    headers: { authorization: `Bearer ${key}` },
    bodySerializer: toBody,
    fetch: (request) => send(request, fetch),
  })
}

/**
 * A file travels in a form, as `/media/upload` takes it; everything else is JSON.
 * @param {any} body
 */
function toBody(body) {
  if (body instanceof FormData) return body
  if (!(body?.file instanceof Blob)) return JSON.stringify(body)
  const form = new FormData()
  form.append('file', body.file)
  return form
}

/**
 * Without an answer nobody knows whether a request has acted: it is sent again only when that makes nothing twice.
 * @param {Request} request
 * @param {(request: Request) => Promise<Response>} fetch
 * @returns {Promise<Response>}
 */
async function send(request, fetch) {
  const isRepeatable = request.method === 'GET' || request.headers.has('idempotency-key')
  if (!isRepeatable) return fetch(request)
  for (const wait of AGAIN_AFTER_MS) {
    const response = await fetch(request.clone()).catch(() => null)
    // The first one may still be running: its answer comes in a moment.
    if (response !== null && !(response.status === 409 && (await isInUse(response)))) return response
    request.signal.throwIfAborted()
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
  return fetch(request)
}

/** @param {Response} response */
async function isInUse(response) {
  const body = await response.clone().json()
  return body?.reason === 'idempotency_key_in_use'
}
