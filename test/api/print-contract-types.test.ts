// What cannot be seen in the types of the real document, which `npm run check` compiles with the scripts of `client.test.ts`.
import { expect, it } from 'vitest'
import { printContractTypes, type ContractDocument } from './print-contract-types.ts'

const printed = (schema: ContractDocument['components']['schemas'][string]) =>
  printContractTypes({ paths: {}, components: { schemas: { It: schema } } })
    .replaceAll(/\s+/g, ' ')
    .replace(/^.*It: (.*) \} \} $/, '$1')

it.each([
  [{ type: 'string', format: 'uuid' }, 'string'],
  [{ type: 'string', contentMediaType: 'application/octet-stream' }, 'Blob'],
  [{ type: ['integer', 'null'] }, '(number | null)'],
  [{ type: ['string', 'null'], enum: ['a', null] }, '("a" | null)'],
  [{ type: 'array', items: { type: ['string', 'null'] } }, '(string | null)[]'],
  [{ $ref: '#/components/schemas/Post' }, 'components["schemas"]["Post"]'],
  [
    { anyOf: [{ $ref: '#/components/schemas/Post' }, { type: 'null' }] },
    '(components["schemas"]["Post"] | null)',
  ],
  [
    { allOf: [{ $ref: '#/components/schemas/Post' }, { description: 'As it was.' }] },
    'components["schemas"]["Post"]',
  ],
  [{ type: 'object' }, 'Record<string, never>'],
  [{ type: 'object', additionalProperties: { type: 'string' } }, '{ [name: string]: string }'],
  [
    {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'number', default: 1 }, 'c-d': {} },
      required: ['a'],
    },
    '{ a: string b: number "c-d"?: unknown }',
  ],
  [
    {
      oneOf: [{ required: ['a'] }, { required: ['b'] }],
      properties: { a: { type: 'boolean', description: 'Ends */ here.' } },
    },
    '{ /** Ends *\\/ here. */ a?: boolean }',
  ],
])('prints %j as a type', (schema, type) => {
  expect(printed(schema)).toBe(type)
})

it('lets a request leave out what has a default, and asks for the rest of what is required', () => {
  const body = {
    type: 'object',
    properties: { name: { type: 'string' }, rights: { type: 'string', default: 'full' } },
    required: ['name'],
  }
  const content = { 'application/json': { schema: body } }
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }]
  const post = {
    parameters,
    requestBody: { required: true, content },
    responses: { 204: { description: 'Done' } },
  }
  const text = printContractTypes({
    paths: { '/keys/{id}': { post } },
    components: { schemas: {} },
  }).replaceAll(/\s+/g, ' ')
  expect(text).toContain('path: { id: string }')
  expect(text).toContain('requestBody: { content: { "application/json": { name: string rights?: string } } }')
  expect(text).toContain('/** Done */ 204: { headers: { [name: string]: unknown } content?: never }')
})
