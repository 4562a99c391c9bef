// The served document taken at its word: requests made from it, answers held against it. In Node only, because the
// validator compiles schemas to code, which workerd does not allow.
import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MediaType } from '../../../core/rules/publication/post-words.ts'
import { TRIES_ALL } from '../../faults/share.ts'
import {
  OPTION_NAMES,
  POST_OPTIONS,
  type PostOption,
  type OptionName,
} from '../../../core/rules/content/post-options.ts'
import { ERRORS } from '../../../core/errors.ts'
import { createRateLimiter } from '../../../core/features/rate-limits/sliding-log.ts'
import { isTimeZone } from '../../../core/time.ts'
import { accept, FAILED, mustClaim, mustCommit } from '../../contracts/publishing-stores.ts'
import { bearer, createTestApp, fromPage, jsonRequest } from '../../fakes/test-app.ts'
import { TINY_JPEG } from '../../fakes/media/tiny-image-pipeline.ts'
import { anyParameter, brokenValue, validValue } from './schema-arbitrary.ts'
import { BASE, nameOf, operationsOf, servedDocument } from './served-operations.ts'
import type { DeclaredParameter, JsonSchema, Operation } from './served-operations.ts'

/** In the long run many more. */
const [VALID_RUNS, INVALID_RUNS] = TRIES_ALL ? [200, 400] : [20, 40]
const JSON_TYPE = 'application/json'

const test = createTestApp({ limiter: createRateLimiter({ perMinute: 1_000_000, perHour: 1_000_000 }) })
const document = await servedDocument(test)
/** Not every text can be a header: what becomes of those is asked in `idempotency.test.ts`. */
const operations = operationsOf(document).map((operation) => {
  const parameters = (operation.parameters ?? []).filter((one) => one.in !== 'header')
  return [nameOf(operation), { ...operation, parameters }] as const
})
const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)
ajv.addFormat('time-zone', isTimeZone)
ajv.addSchema(document, 'document')

const account = await test.anAccount()
const image = await test.anImage()
const key = bearer(await test.newKey())
const page = fromPage(await test.signIn())
for (const change of [FAILED, null, null]) {
  await accept(test.ports, { platformAccountId: account.id, mediaFileIds: [image.id] })
  if (change) await mustCommit(test.ports, await mustClaim(test.ports), change)
}

/** … or rules for a text that no schema can state; of a username, spaces and a leading @ are left out before it is counted. */
const BEYOND_SCHEMAS =
  /"firstComment: Instagram (?:accepts|does not accept)|: must have a visible character|: a username must have 1 to \d+ characters|"metric must be one of /

/** What becomes a request. */
interface Made {
  readonly parameters: Readonly<Record<string, string>>
  /** Absent when the operation takes none. */
  readonly body?: unknown
}

describe('a request that the document calls valid', () => {
  it.each(operations)('is accepted: %s', async (_name, operation) => {
    const run = async (request: Made) => {
      const answer = await send(operation, request)
      const said = answer.clone()
      const code = await expectAsDeclared(operation, answer)
      // Well-formed ids of nothing, and fields that contradict each other, are all that may be wrong with it …
      if (answer.ok || BEYOND_SCHEMAS.test(await said.text())) return
      expect(code).not.toMatch(/^(VALIDATION_ERROR|.*_PARAM)$/)
    }
    await fc.assert(fc.asyncProperty(validRequest(operation), run), { numRuns: VALID_RUNS })
  })
})

describe('a request that the document does not allow', () => {
  const taking = operations.filter(([, operation]) => takesInput(operation))

  it.each(taking)('is refused as declared: %s', async (_name, operation) => {
    const run = async (request: Made) => {
      fc.pre(!isAllowed(operation, request))
      const answer = await send(operation, request)
      await expectAsDeclared(operation, answer)
      expect(answer.status).toBe(400)
    }
    await fc.assert(fc.asyncProperty(brokenRequest(operation), run), { numRuns: INVALID_RUNS })
  })

  const writing = operations.filter(([, { method }]) => method !== 'GET')

  it.each(writing)('is answered as declared when its body is any bytes: %s', async (_name, operation) => {
    const type = fc.constantFrom(
      JSON_TYPE,
      `${JSON_TYPE}; charset=utf-8`,
      `${JSON_TYPE}; charset=utf-16`,
      'text/plain',
      'multipart/form-data; boundary=x',
      'multipart/form-data',
      'application/x-www-form-urlencoded',
    )
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.json().map((text) => new TextEncoder().encode(text)),
    )
    const run = async (contentType: string, body: Uint8Array) => {
      const headers = { ...credentials(operation), 'content-type': contentType }
      const init = { method: operation.method, headers, body: new Uint8Array(body) }
      await expectAsDeclared(
        operation,
        await test.call(addressOf(operation, { id: crypto.randomUUID() }), init),
      )
    }
    await fc.assert(fc.asyncProperty(type, bytes, run), { numRuns: INVALID_RUNS })
  })
})

/** Returns the code of an error answer. */
async function expectAsDeclared(operation: Operation, answer: Response): Promise<string | null> {
  const declared = operation.responses[String(answer.status)]
  expect(declared, `${nameOf(operation)} answered ${answer.status}`).toBeDefined()
  expect(answer.status).toBeLessThan(500)
  if (answer.headers.get('content-type') === 'text/event-stream') {
    // The stream has no end: `events.test.ts` checks its content.
    expect(nameOf(operation)).toBe('GET /events')
    void answer.body?.cancel()
    return null
  }
  const [type = ''] = (answer.headers.get('content-type') ?? '').split(';')
  expect(Object.keys(declared?.content ?? {})).toContain(type)
  if (type !== 'application/json') {
    await answer.arrayBuffer()
    return null
  }
  const body: unknown = await answer.json()
  const fits = ajv.getSchema(responsePointer(operation, answer.status)) ?? expect.unreachable('no schema')
  expect(fits(body) ? [] : fits.errors).toEqual([])
  if (answer.ok) return null
  const { code, status } = body as { code: keyof typeof ERRORS; status: number }
  expect(status).toBe(answer.status)
  expect(ERRORS[code].status).toBe(status)
  expect(declared?.description).toContain(`\`${code}\``)
  return code
}

function responsePointer({ template, method }: Operation, status: number): string {
  const route = template.replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')
  return `document#/paths/${route}/${method.toLowerCase()}/responses/${status}/content/application~1json/schema`
}

const credentials = ({ access }: Operation) => (access === 'cookie' ? page : key)

function send(operation: Operation, { parameters, body }: Made): Promise<Response> {
  const headers = credentials(operation)
  const { method } = operation
  const address = addressOf(operation, parameters)
  if (body instanceof FormData) return test.call(address, { method, headers, body })
  if (body !== undefined) return test.call(address, jsonRequest(method, body, headers))
  return test.call(address, { method, headers })
}

function addressOf({ template, parameters = [] }: Operation, values: Made['parameters']): string {
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
  const query = new URLSearchParams()
  for (const { name, in: place } of parameters) {
    if (place === 'query' && values[name] !== undefined) query.set(name, values[name])
  }
  return `${BASE}${path}${query.size > 0 ? `?${query}` : ''}`
}

function bodySchema({ requestBody }: Operation): JsonSchema | null {
  return requestBody?.content[JSON_TYPE]?.schema ?? null
}

function takesInput(operation: Operation): boolean {
  return bodySchema(operation) !== null || (operation.parameters ?? []).length > 0
}

function validRequest(operation: Operation): fc.Arbitrary<Made> {
  const schema = bodySchema(operation)
  const body = schema ? validValue(schema, document).map(aboutOurs) : fc.constant(validForm(operation))
  const parameters = parametersOf(operation, validParameter)
  const ours = operation.template.startsWith('/accounts/') ? parameters.map(ofOurs) : parameters
  return fc.record({ parameters: ours, body })
}

/** The account that exists here. */
const ofOurs = (parameters: Made['parameters']) => ({ ...parameters, id: account.id })

/** Post with what exists here, so that more than the first look-up is reached. */
function aboutOurs(body: unknown): unknown {
  const { mediaType } = body as { mediaType?: MediaType }
  if (mediaType === undefined) return body
  const fitting = mediaType === 'CAROUSEL' ? {} : { mediaFileId: image.id }
  const unfit = OPTION_NAMES.filter((name) => !canBeOn(name, mediaType)).map((name) => [name, undefined])
  return { ...(body as object), ...Object.fromEntries(unfit), accountId: account.id, ...fitting }
}

/** Options that the account's login can carry, on a post that can, and that name no file of another post. */
function canBeOn(name: OptionName, mediaType: MediaType): boolean {
  const { on, login }: Pick<PostOption<never>, 'on' | 'login'> = POST_OPTIONS[name]
  return on.includes(mediaType) && login === undefined && name !== 'altTexts' && name !== 'mediaTags'
}

function validForm({ requestBody }: Operation): FormData | undefined {
  if (!requestBody) return undefined
  const form = new FormData()
  form.set('file', new File([TINY_JPEG], 'a.jpg', { type: 'image/jpeg' }))
  return form
}

function brokenRequest(operation: Operation): fc.Arbitrary<Made> {
  const schema = bodySchema(operation)
  const body = schema ? brokenValue(schema, document) : fc.constant(undefined)
  return fc.record({ parameters: parametersOf(operation, () => anyParameter), body })
}

function parametersOf(
  { parameters = [] }: Operation,
  valueOf: (parameter: DeclaredParameter) => fc.Arbitrary<string>,
): fc.Arbitrary<Made['parameters']> {
  const arbitraries = Object.fromEntries(parameters.map((one) => [one.name, valueOf(one)]))
  const requiredKeys = parameters.filter(({ required }) => required).map(({ name }) => name)
  return fc.record(arbitraries, { requiredKeys }).map((record) => ({ ...record }))
}

const validParameter = ({ schema }: DeclaredParameter) => validValue(schema, document).map(String)

/** Judges a request by the document; texts in a query stand for the numbers that they spell. */
function isAllowed(operation: Operation, { parameters, body }: Made): boolean {
  const schema = bodySchema(operation)
  const declared = operation.parameters ?? []
  return (
    (schema === null || (isValid(schema, body) && isStorable(body))) &&
    declared.every(({ name, schema: one }) => {
      const text = parameters[name]
      if (text === undefined) return true
      const value = one['type'] === 'integer' && /^\d+$/.test(text) ? Number(text) : text
      return isValid(one, value)
    })
  )
}

/** A schema cannot say that text must be Unicode without NUL; the descriptions of the fields do. */
function isStorable(body: unknown): boolean {
  const text = JSON.stringify(body)
  return !text.includes(String.raw`\u0000`) && !/\\ud[89a-f]/i.test(text)
}

function isValid(schema: JsonSchema, value: unknown): boolean {
  const { $ref: reference } = schema
  const valid = typeof reference === 'string' ? ajv.getSchema(`document${reference}`) : ajv.compile(schema)
  return valid?.(value) === true
}
