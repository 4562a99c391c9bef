import { describe, expect, it } from 'vitest'
import { bucketReasonOf, isNotReached } from '../../../local-server/s3/bucket-words.ts'

const KEYS = { accessKeyId: 'a-bucket-key-id', secretAccessKey: 'a-secret-bucket-key' }
const SETTINGS = { endpoint: 'https://s3.example', name: 'media', region: undefined, ...KEYS }
const refused = (name: string, httpStatusCode: number) =>
  Object.assign(new Error('The request was refused.'), { name, $metadata: { httpStatusCode } })

/** As Node and the client make it for a name with several addresses. */
const unreachable = (...codes: string[]) =>
  Object.assign(
    new AggregateError(codes.map((code) => Object.assign(new Error(code), { code, syscall: 'connect' }))),
    {
      code: codes[0],
      $metadata: { attempts: 1 },
    },
  )

describe('why a bucket did not do it', () => {
  it.each([
    [refused('RequestTimeTooSkewed', 403), SETTINGS, /clock of this computer is off/],
    [refused('AuthorizationHeaderMalformed', 400), SETTINGS, /region is not “auto”, enter the right one/],
    [
      refused('NoSuchBucket', 404),
      { ...SETTINGS, endpoint: 'https://media.s3.example' },
      /leave it out there/,
    ],
    [
      refused('NoSuchBucket', 404),
      { ...SETTINGS, endpoint: 'https://s3.example/media' },
      /leave it out there/,
    ],
    [refused('NoSuchBucket', 404), SETTINGS, /^The request was refused \(HTTP 404\)$/],
    [
      new Error('@smithy/node-http-handler - the request socket timed out after 30000 ms of inactivity.'),
      SETTINGS,
      /^no answer in time$/,
    ],
    [unreachable('ETIMEDOUT', 'ENETUNREACH'), SETTINGS, /^its address cannot be reached: ETIMEDOUT$/],
    [
      new Error('connect ECONNREFUSED'),
      { ...SETTINGS, endpoint: 'https://media.s3.example' },
      /^connect ECONNREFUSED$/,
    ],
    [
      new Error(
        `<Key>${KEYS.accessKeyId}</Key><Sign>${btoa(KEYS.secretAccessKey)}</Sign> ${'x '.repeat(500_000)}`,
      ),
      SETTINGS,
      /^<Key>\[redacted\]<\/Key><Sign>\[redacted\]<\/Sign>[ x]{1,200}$/,
    ],
    ['nothing', SETTINGS, /did not say why/],
  ])('is told in words (%s)', (error, settings, words) => {
    expect(bucketReasonOf(error, settings)).toMatch(words)
  })
})

it('a bucket that was certainly not reached is told from one that may have got something', () => {
  const client = (words: string) => new Error(`@smithy/node-http-handler - the request socket ${words}.`)
  expect(isNotReached(unreachable('ETIMEDOUT', 'ENETUNREACH'))).toBe(true)
  expect(isNotReached(client('did not establish a connection with the server in time'))).toBe(true)
  expect(isNotReached(client('timed out after 30000 ms of inactivity'))).toBe(false)
  expect(isNotReached(refused('SlowDown', 503))).toBe(false)
})
