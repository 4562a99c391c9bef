import { z } from '@hono/zod-openapi'
import { describe, expect, it } from 'vitest'
import { Uuid } from '../../../core/api/primitives.ts'
import { readAs } from '../../../core/http/worker/read-body.ts'
import { issueSentence } from '../../../core/issue-sentence.ts'
import { bearer, createTestApp } from '../../fakes/test-app.ts'

const Body = z.object({
  kind: z.enum(['IMAGE', 'REELS']),
  frameMs: z.int().min(0).max(10).optional(),
  sponsors: z.array(z.string()).min(1).max(2).optional(),
  nextSlot: z.literal(true).optional(),
  name: z.string().min(3).max(4).optional(),
  post: z.uuid().optional(),
  account: Uuid.nullish(),
  link: z.url().optional(),
  own: z.string().max(1, 'is too long for a poster').optional(),
  tag: z.strictObject({ x: z.number() }).optional(),
})

describe('the sentence about a malformed request', () => {
  it.each([
    [{}, 'kind: must be one of IMAGE, REELS.'],
    [{ kind: 'IMAGE', sponsors: [undefined] }, 'sponsors.0: is required.'],
    [{ kind: 'VIDEO' }, 'kind: must be one of IMAGE, REELS.'],
    [{ kind: 'IMAGE', frameMs: -1 }, 'frameMs: must be at least 0.'],
    [{ kind: 'IMAGE', frameMs: 11 }, 'frameMs: must be at most 10.'],
    [{ kind: 'IMAGE', frameMs: 'first' }, 'frameMs: must be of type number.'],
    [{ kind: 'IMAGE', frameMs: 1.5 }, 'frameMs: must be a whole number.'],
    [{ kind: 'IMAGE', sponsors: [] }, 'sponsors: must have at least 1 item.'],
    [{ kind: 'IMAGE', sponsors: ['a', 'b', 'c'] }, 'sponsors: must have at most 2 items.'],
    [{ kind: 'IMAGE', sponsors: [1] }, 'sponsors.0: must be of type string.'],
    [{ kind: 'IMAGE', name: 'ab' }, 'name: must have at least 3 characters.'],
    [{ kind: 'IMAGE', nextSlot: false }, 'nextSlot: must be true.'],
    [{ kind: 'IMAGE', post: '7' }, 'post: must be an id.'],
    [{ kind: 'IMAGE', post: 7 }, 'post: must be of type string.'],
    [{ kind: 'IMAGE', account: '7' }, 'account: must be an id.'],
    [{ kind: 'IMAGE', account: 7 }, 'account: must be an id.'],
    [{ kind: 'IMAGE', link: 'x' }, 'link: is not valid.'],
    [{ kind: 'IMAGE', own: 'no' }, 'own: is too long for a poster.'],
    [{ kind: 'IMAGE', tag: { x: 1, y: 2, z: 3 } }, 'tag: must not have y, z.'],
    ['no object', 'body: must be of type object.'],
  ])('names what the value must be: %j', (body, sentence) => {
    expect(issueSentence(Body.safeParse(body).error?.issues[0])).toBe(sentence)
  })
  it('is the Worker’s, too', () => {
    expect(() => readAs({ kind: 'VIDEO' }, Body)).toThrow('kind: must be one of IMAGE, REELS.')
  })
})

describe('a file that is sent to an address other than the one for uploads', () => {
  it.each([
    ['POST', '/api/v1/media', 404],
    ['POST', '/api/v1/media/upload/', 404],
    ['PUT', '/api/v1/media/upload', 404],
    ['POST', '/api/v1/posts/draft', 400],
  ])('%s %s says whether it exists', async (method, path, status) => {
    const test = createTestApp()
    const body = new FormData()
    body.append('file', new Blob([new Uint8Array(2 * 1024 * 1024)]), 'photo.jpg')
    const answer = await test.call(path, { method, headers: bearer(await test.newKey()), body })
    expect(answer.status).toBe(status)
  })
})
