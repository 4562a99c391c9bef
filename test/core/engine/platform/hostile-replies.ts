// Answers that no honest platform gives, by name.
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { answer, dripping, pouring, raw, type Hostility } from './hostile-host.ts'

const MB = 1024 * 1024
const OK = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'
const CHUNKED = `${OK}transfer-encoding: chunked\r\n\r\n`
const SPACES = Buffer.alloc(64 * 1024, ' ')
const CHUNK = Buffer.concat([Buffer.from(`${SPACES.length.toString(16)}\r\n`), SPACES, Buffer.from('\r\n')])
const HUNDRED_MB = (100 * MB) / SPACES.length

/** A hundred megabytes in less than one. */
const ZEROS = Buffer.alloc(100 * MB)
const BOMB = gzipSync(ZEROS, { level: 1 })
const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }

/** What is large: these are met one at a time, and memory is watched. */
export const LARGE: Readonly<Record<string, Hostility>> = {
  '100 MB, announced': pouring(`${OK}content-length: ${100 * MB}\r\n\r\n`, SPACES, HUNDRED_MB),
  '100 MB in chunks': pouring(CHUNKED, CHUNK, HUNDRED_MB),
  '100 MB until the end of the connection': pouring(`${OK}connection: close\r\n\r\n`, SPACES, HUNDRED_MB),
  '100 MB of an id': pouring(
    `${OK}connection: close\r\n\r\n{"id":"`,
    Buffer.alloc(64 * 1024, '7'),
    HUNDRED_MB,
  ),
  '100 MB in gzip': answer(BOMB, { 'content-encoding': 'gzip' }),
  '100 MB in gzip in gzip': answer(gzipSync(BOMB), { 'content-encoding': 'gzip, gzip' }),
  '100 MB in brotli': answer(brotliCompressSync(ZEROS, QUICKLY), { 'content-encoding': 'br' }),
  '100 MB in deflate under 400': answer(
    deflateSync(ZEROS, { level: 1 }),
    { 'content-encoding': 'deflate' },
    '400 Bad',
  ),
  'four million levels': answer('['.repeat(4 * MB)),
  'a million levels of objects': answer('{"id":'.repeat(700_000)),
  'twenty thousand media': answer(
    JSON.stringify({ data: Array.from({ length: 20_000 }, (_, id) => ({ id })) }),
  ),
  'a message of 4 MB': answer(
    JSON.stringify({ error: { code: 1, message: 'x'.repeat(4 * MB) } }),
    {},
    '400 Bad',
  ),
}

/** Answers that take as long as the caller allows. */
export const SLOW: Readonly<Record<string, Hostility>> = {
  silence: () => {},
  'a drip of bytes': dripping(CHUNKED, '1\r\n \r\n'),
  'a drip of headers': dripping(OK, 'x-more: 1\r\n'),
  'a drip of "go on"': dripping('', 'HTTP/1.1 100 Continue\r\n\r\n'),
  'less than announced, and then nothing': (socket) =>
    void socket.write(`${OK}content-length: 100\r\n\r\n{"id":"1"`),
}

const headers = (lines: Record<string, string>, status?: string) => answer('{"id":"17"}', lines, status)
const usage = (percent: unknown, minutes: unknown) => ({
  'x-business-use-case-usage': JSON.stringify({
    '1': [{ call_count: percent, total_cputime: 1, total_time: 1, estimated_time_to_regain_access: minutes }],
  }),
})

/** Bodies that are not what they should be. */
const BODIES: Readonly<Record<string, Hostility>> = {
  nothing: answer(''),
  'HTML under 200': answer('<!doctype html><title>Sorry</title>', { 'content-type': 'text/html' }),
  'half of its JSON': answer('{"id":"17'),
  'two JSON texts': answer('{"id":"1"}{"id":"2"}'),
  'a byte order mark': answer('\ufeff{"id":"17"}'),
  'UTF-16': answer(Buffer.from('{"id":"17"}', 'utf16le')),
  'no UTF-8': answer(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])),
  'an id above 2^53 as a number': answer('{"id":17841405822304914123}'),
  'an id in scientific notation': answer('{"id":1.7e19}'),
  'an id beyond all numbers': answer('{"id":1e999}'),
  'no id': answer('{"success":true}'),
  'an id that is null': answer('{"id":null}'),
  'an empty id': answer('{"id":""}'),
  'an id that climbs': answer('{"id":"../../me?fields=access_token"}'),
  'an id with a line break': answer('{"id":"17\\r\\nx: y"}'),
  'an id of ten thousand digits': answer(`{"id":"${'7'.repeat(10_000)}"}`),
  __proto__: answer(
    '{"__proto__":{"id":"17","polluted":true},"constructor":{"prototype":{"polluted":true}}}',
  ),
  'the same name twice': answer('{"id":"17","id":{"x":1}}'),
  'a list that is null': answer('{"data":null}'),
  'an error that is a list': answer('{"error":[1,2,3]}', {}, '400 Bad'),
}

/** Heads and framings that are not what they should be. */
const FRAMES: Readonly<Record<string, Hostility>> = {
  'a closed connection': (socket) => void socket.end(),
  'a reset connection': (socket) => void socket.resetAndDestroy(),
  'a reset half-way': (socket) => {
    socket.write(`${OK}content-length: 100\r\n\r\n{"id":`)
    setTimeout(() => socket.resetAndDestroy(), 10)
  },
  'no HTTP at all': raw('SSH-2.0-OpenSSH_9.2\r\n'),
  'HTTP/0.9': raw('{"id":"17"}'),
  'a status of 999': answer('{"id":"17"}', {}, '999 Odd'),
  'a head that is binary': raw(Buffer.alloc(2_000, 0x80)),
  'a header without a colon': raw('HTTP/1.1 200 OK\r\nnonsense\r\n\r\n{}'),
  'a header of 100 KB': headers({ 'x-large': 'x'.repeat(100_000) }),
  'ten thousand headers': raw(`${OK}${'x-one: 1\r\n'.repeat(10_000)}\r\n{"id":"17"}`),
  'two lengths': raw(`${OK}content-length: 11\r\ncontent-length: 5\r\n\r\n{"id":"17"}`),
  'a length and chunks': raw(
    `${OK}content-length: 3\r\ntransfer-encoding: chunked\r\n\r\nb\r\n{"id":"17"}\r\n0\r\n\r\n`,
  ),
  'a chunk of no size': raw(`${CHUNKED}zz\r\n{"id":"17"}\r\n0\r\n\r\n`),
  'a chunk larger than the world': raw(`${CHUNKED}fffffffffffffffff\r\n{"id":"17"}\r\n`),
  'a second answer behind the first': raw(
    `${OK}content-length: 2\r\n\r\n{}HTTP/1.1 200 OK\r\ncontent-length: 11\r\n\r\n{"id":"66"}`,
  ),
  'another protocol': raw(
    'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n',
  ),
  'garbage that calls itself gzip': headers({ 'content-encoding': 'gzip' }),
  'an encoding nobody knows': headers({ 'content-encoding': 'rot13' }),
  'a wait of thirty years': headers({ 'retry-after': '1000000000' }, '429 Too Many'),
  'a usage of infinity': headers(usage(1e308, 1e308)),
  'a usage below zero': headers(usage(-5, -5)),
  'a date in the year 9999': headers({ date: 'Fri, 31 Dec 9999 23:59:59 GMT' }),
  'a cookie': headers({ 'set-cookie': 'a=b; Domain=.example; Path=/' }),
}

export const ODD: Readonly<Record<string, Hostility>> = { ...BODIES, ...FRAMES }

/** Answers that would lead elsewhere, to `target`. */
export function leadingTo(target: string): Readonly<Record<string, Hostility>> {
  const statuses = [301, 302, 303, 307, 308]
  const json = (body: object) => answer(JSON.stringify(body))
  return {
    ...Object.fromEntries(
      statuses.map((s) => [`a redirect, ${s}`, headers({ location: `${target}/x` }, `${s} Go`)]),
    ),
    'a refresh': headers({ refresh: `0; url=${target}/`, link: `<${target}/>; rel=preload` }),
    'an address for the bytes': json({
      id: '17',
      uri: `${target}/u`,
      video_id: '17',
      upload_url: `${target}/u`,
    }),
    'a next page': json({
      data: [{ id: '1' }],
      paging: { next: `${target}/?after=x`, cursors: { after: 'x' } },
    }),
  }
}

const repeating =
  (body: (asked: string) => string, status: string): Hostility =>
  (socket, asked) =>
    answer(body(`${asked} ${decodeURIComponent(asked.replaceAll('+', ' '))}`), {}, status)(socket, asked)

/** Answers that repeat what was asked, secrets included. */
export const REPEATING: Readonly<Record<string, Hostility>> = {
  'in an error': repeating(
    (asked) => JSON.stringify({ error: { code: 190, message: asked.slice(-900) } }),
    '401 No',
  ),
  'for people': repeating(
    (asked) => JSON.stringify({ error: { code: 1, error_user_msg: asked, error_user_title: asked } }),
    '400 Bad',
  ),
  'in the words of the token host': repeating(
    (asked) => JSON.stringify({ error_type: 'X', code: 400, error_message: asked }),
    '400 Bad',
  ),
  'as text': repeating((asked) => asked, '500 Oh'),
}
