// A comparison that has stopped seeing looks exactly like a contract that is kept. So each way to break the contract is tried on a
// small one.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { brokenPromises, type ContractDocument } from '../api/frozen-contract/documents.ts'
import { RELEASED } from '../api/frozen-contract/released.ts'

const refused = { description: '`NOT_FOUND` · `RATE_LIMITED`', headers: { 'Retry-After': {} } }

/** The small contract, with one piece of its text replaced: what `from` is must be in it. */
function changed(from: string, to: string): ContractDocument {
  const text = JSON.stringify(CONTRACT)
  expect(text).toContain(from)
  return JSON.parse(text.replace(from, to)) as ContractDocument
}

const CONTRACT = {
  paths: {
    '/posts': {
      get: {
        operationId: 'listPosts',
        security: [{ key: [] }, { cookie: [] }],
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 100, default: 20 } },
          { name: 'status', in: 'query', schema: { type: 'string', enum: ['DRAFT', 'LIVE'] } },
        ],
        responses: {
          200: {
            description: 'A page',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Post' } } },
          },
          404: refused,
        },
      },
      post: {
        operationId: 'sendPost',
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/NewPost' } } },
        },
        responses: { 200: { description: 'Sent' } },
      },
    },
  },
  components: {
    schemas: {
      Post: {
        allOf: [
          { $ref: '#/components/schemas/Named' },
          {
            type: 'object',
            properties: {
              state: { type: ['string', 'null'], enum: ['DRAFT', 'LIVE', null] },
              code: { type: 'string', 'x-extensible-enum': ['ONE', 'TWO'] },
              size: { type: 'integer' },
              at: { type: 'string', format: 'date-time' },
              cover: { anyOf: [{ $ref: '#/components/schemas/Named' }, { type: 'null' }] },
              tags: { type: 'array', items: { type: 'object', properties: { x: { type: 'number' } } } },
              byDay: { type: 'object', additionalProperties: { type: 'string' } },
            },
            required: ['state', 'size'],
          },
        ],
      },
      Named: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      NewPost: {
        type: 'object',
        properties: {
          caption: { type: ['string', 'null'], maxLength: 2200 },
          kind: { type: 'string', enum: ['IMAGE', 'REELS'] },
          place: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
        },
        required: ['kind'],
      },
    },
  },
} as const

describe('a contract that breaks no promise', () => {
  it.each([
    ['nothing is different', '{', '{'],
    ['a route is added', '"paths":{', '"paths":{"/new":{"get":{"operationId":"new","responses":{}}},'],
    ['a field is added to an answer', '"size":{', '"recovery":{"type":"string"},"size":{'],
    ['an optional field is added to a request', '"caption":{', '"audio":{"type":"string"},"caption":{'],
    ['an optional parameter is added', '"parameters":[', '"parameters":[{"name":"q","in":"query"},'],
    ['a value is added to an open list', '"ONE"', '"NEW","ONE"'],
    ['a value is added to what a request may be', '"IMAGE"', '"NEW","IMAGE"'],
    ['a request may be longer', '"maxLength":2200', '"maxLength":3000'],
    ['a request may be of one more type', '[{"type":"string"},', '[{"type":"boolean"},{"type":"string"},'],
    ['an answer is always there', '"required":["name"]', '"required":["name","nick"]'],
    ['a refusal is added', '`NOT_FOUND`', '`INVALID_STATUS` · `NOT_FOUND`'],
  ])('passes when %s', (_what, from, to) => {
    expect(brokenPromises(changed('{', '{'), changed(from, to))).toEqual([])
  })
})

describe('a contract that breaks a promise', () => {
  it.each([
    ['a route is gone', '"/posts"', '"/articles"', ['GET /posts is gone', 'POST /posts is gone']],
    ['a method is gone', '"post":{', '"put":{', ['POST /posts is gone']],
    ['an operation has another name', 'listPosts', 'list', ['GET /posts was listPosts and is now list']],
    ['a login is no longer accepted', '{"key":[]},', '', ['GET /posts can no longer be called with key']],
    [
      'an open route needs a login',
      '"operationId":"sendPost",',
      '"operationId":"sendPost","security":[{"key":[]}],',
      ['POST /posts can no longer be called with no login'],
    ],
    ['a parameter is gone', '"limit"', '"most"', ['GET /posts: the query parameter limit is gone']],
    [
      'a parameter becomes required',
      '"name":"limit",',
      '"name":"limit","required":true,',
      ['GET /posts: the query parameter limit is now required'],
    ],
    [
      'a parameter may be less',
      '"maximum":100',
      '"maximum":50',
      ['GET /posts: the query parameter limit: maximum was 100 and is now 50'],
    ],
    [
      'a default changes',
      '"default":20',
      '"default":10',
      ['GET /posts: the query parameter limit: default was 20 and is now 10'],
    ],
    [
      'a parameter takes a value less',
      '"enum":["DRAFT","LIVE"]',
      '"enum":["LIVE"]',
      ['GET /posts: the query parameter status lost "DRAFT"'],
    ],
    ['a code is gone', '`NOT_FOUND` · ', '', ['GET /posts 404 no longer names `NOT_FOUND`']],
    ['a header is gone', 'Retry-After', 'Later', ['GET /posts 404 no longer names Retry-After']],
    ['a status is gone', '"404":', '"410":', ['GET /posts 404 is gone']],
    [
      'a type of body is gone',
      '"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Post"',
      '"content":{"text/plain":{"schema":{"$ref":"#/components/schemas/Post"',
      ['GET /posts 200: application/json is gone'],
    ],
    [
      'a body becomes required',
      '"requestBody":{',
      '"requestBody":{"required":true,',
      ['POST /posts now needs a body'],
    ],
    ['a field of a request is gone', '"caption"', '"text"', ['sent: NewPost.caption is gone']],
    [
      'a field of a request becomes required',
      '"required":["kind"]',
      '"required":["kind","caption"]',
      ['sent: NewPost.caption is now required'],
    ],
    [
      'a request may be shorter only',
      '"maxLength":2200',
      '"maxLength":2000',
      ['sent: NewPost.caption: maxLength was 2200 and is now 2000'],
    ],
    [
      'a request may no longer be null',
      '"caption":{"type":["string","null"]',
      '"caption":{"type":"string"',
      ['sent: NewPost.caption was string or null and is now string'],
    ],
    ['a request takes a value less', '"IMAGE",', '', ['sent: NewPost.kind lost "IMAGE"']],
    [
      'a request takes a type less',
      '[{"type":"string"},',
      '[',
      ['sent: NewPost.place no longer takes {"type":"string"}'],
    ],
    ['a field of an answer is gone', '"size":{', '"length":{', ['answered: Post.size is gone']],
    [
      'a field of an answer may be absent',
      '"required":["state","size"]',
      '"required":["state"]',
      ['answered: Post.size may now be absent'],
    ],
    [
      'an answer may be null',
      '"size":{"type":"integer"',
      '"size":{"type":["integer","null"]',
      ['answered: Post.size may now be null'],
    ],
    [
      'an answer has another type',
      '"size":{"type":"integer"',
      '"size":{"type":"string"',
      ['answered: Post.size was integer and is now string'],
    ],
    [
      'a whole number is no longer whole',
      '"size":{"type":"integer"',
      '"size":{"type":"number"',
      ['answered: Post.size was integer and is now number'],
    ],
    [
      'a closed list of answers is wider',
      '"LIVE",null',
      '"LIVE","NEW",null',
      ['answered: Post.state gained "NEW"'],
    ],
    ['a closed list of answers is narrower', '"LIVE",null', 'null', ['answered: Post.state lost "LIVE"']],
    [
      'a closed list of answers is opened',
      ',"enum":["DRAFT","LIVE",null]',
      '',
      ['answered: Post.state is no longer a closed list'],
    ],
    [
      'an open list is closed',
      '"x-extensible-enum"',
      '"enum"',
      [
        'answered: Post.code no longer knows ONE',
        'answered: Post.code no longer knows TWO',
        'answered: Post.code is now a closed list',
      ],
    ],
    ['an open list forgets a value', '"ONE",', '', ['answered: Post.code no longer knows ONE']],
    [
      'an answer has another format',
      '"format":"date-time"',
      '"format":"date"',
      ['answered: Post.at: format was date-time and is now date'],
    ],
    [
      'what could be null has another type',
      '{"anyOf":[{"$ref":"#/components/schemas/Named"},{"type":"null"}]}',
      '{"anyOf":[{"type":"string"},{"type":"null"}]}',
      ['answered: Post.cover was object and is now string', 'answered: Post.cover.name is gone'],
    ],
    [
      'what was always there may be null',
      '{"type":"array","items"',
      '{"type":["array","null"],"items"',
      ['answered: Post.tags may now be null'],
    ],
    ['a field within a list is gone', '"x":', '"y":', ['answered: Post.tags[].x is gone']],
    [
      'a value under any name has another type',
      '"additionalProperties":{"type":"string"}',
      '"additionalProperties":{"type":"integer"}',
      ['answered: Post.byDay.* was string and is now integer'],
    ],
  ])('is refused when %s', (_what, from, to, sentences) => {
    expect(brokenPromises(changed('{', '{'), changed(from, to))).toEqual(sentences)
  })
})

it('a broken promise of the real contract fails the check and names the place', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'nightpost-contract-'))
  try {
    const file = join(folder, 'served.json')
    const released = await readFile(RELEASED, 'utf8')
    await writeFile(file, released.replaceAll('"PUBLISHED"', '"LIVE"'))
    const program = join(import.meta.dirname, '../api/frozen-contract/compare-with-released.ts')
    const run = promisify(execFile)(process.execPath, [program, file])
    await expect(run).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('answered: Post.status gained "LIVE".'),
    })
  } finally {
    await rm(folder, { recursive: true })
  }
})
