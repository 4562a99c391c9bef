// Every error number of the platform that we know of, and the one class it has.
import { ENGLISH } from '../../../../core/rules/notices/english/english.ts'
import { describe, expect, it } from 'vitest'
import { failureDetail } from '../../../../core/rules/notices/failure-details.ts'
import { failureSentence } from '../../../../core/rules/notices/sentences.ts'
import { ERROR_CODES } from '../../../../core/errors.ts'
import { judge, type RetryClass } from '../../../../core/rules/publication/error-table.ts'
import type { PlatformRefusal } from '../../../../core/ports/platform/platform.ts'
import { safeText } from '../../../../core/redact.ts'

type Expected = readonly [retry: RetryClass, code: string, recovery: string]

const RECONNECT: Expected = ['no', 'TOKEN_EXPIRED', 'reconnect']
const FIX_MEDIA: Expected = ['no', 'MEDIA_INVALID', 'fix_media']
const platform = (retry: RetryClass, recovery: string): Expected => [retry, 'PLATFORM_ERROR', recovery]
const WAIT = platform('wait', 'wait')
const BLOCK = platform('block', 'wait')
const NEW = platform('new', 'retry')
const SAME = platform('same', 'retry')
const VERIFY = platform('verify', 'retry')
const NO = platform('no', 'retry')

const NUMBERS: readonly (readonly [number: string, expected: Expected])[] = [
  // Auth and permission
  ['190', RECONNECT],
  ['190/458', RECONNECT],
  ['190/459', RECONNECT],
  ['190/460', RECONNECT],
  ['190/463', RECONNECT],
  ['190/464', RECONNECT],
  ['190/467', RECONNECT],
  ['190/492', RECONNECT],
  ['190/999', RECONNECT],
  ['102', RECONNECT],
  ['104', RECONNECT],
  ['10', platform('no', 'reconnect')],
  ['3', NO],
  ['200', NO],
  ['201', platform('no', 'reconnect')],
  ['210', platform('no', 'reconnect')],
  ['250', platform('no', 'reconnect')],
  ['299', platform('no', 'reconnect')],
  ['100/33', VERIFY],
  ['368', BLOCK],
  // Generic and rate
  ['1', VERIFY],
  ['2', VERIFY],
  ['-1', VERIFY],
  ['1/99', VERIFY],
  ['4', WAIT],
  ['4/1234567', WAIT],
  ['17', WAIT],
  ['32', WAIT],
  ['613', WAIT],
  ['80001', WAIT],
  ['80002', WAIT],
  ['9/2207042', BLOCK],
  ['4/2207051', BLOCK],
  ['25/2207050', NO],
  // Containers
  ['-2/2207003', NEW],
  ['-2/2207020', NEW],
  ['-1/2207001', NEW],
  ['-1/2207032', NEW],
  ['-1/2207053', platform('new', 'fix_media')],
  ['1/2207057', NO],
  ['24/2207006', SAME],
  ['24/2207008', NEW],
  ['100/2207018', NO],
  // A name with its @.
  ['110/2207018', NO],
  ['100/2207023', NO],
  ['100/2207089', NO],
  ['100/2207028', ['no', 'INVALID_CAROUSEL', 'fix_media']],
  ['100/2207035', NO],
  ['100/2207036', NO],
  ['100/2207037', NO],
  ['100/2207040', NO],
  ['100', NO],
  ['100/5', NO],
  ['352/2207026', FIX_MEDIA],
  ['9004/2207052', NEW],
  ['9004', NEW],
  ['9007/2207027', SAME],
  ['36000/2207004', FIX_MEDIA],
  ['36000', FIX_MEDIA],
  ['36001/2207005', FIX_MEDIA],
  ['36001', FIX_MEDIA],
  ['36003/2207009', FIX_MEDIA],
  ['36003', FIX_MEDIA],
  ['36004/2207010', NO],
  ['36004', NO],
  ['/2207077', NEW],
  ['/2207081', NO],
  ['/2207082', platform('new', 'fix_media')],
  ['/2207085', platform('new', 'fix_media')],
  ['-1/2207073', platform('no', 'check_platform')],
  // Numbers that nobody has explained yet
  ['/2207067', NEW],
  ['/2207069', NEW],
  ['/2207076', NEW],
  ['1/2207999', NEW],
  ['12345', NEW],
]

function refusalOf(number: string, httpStatus = 400): PlatformRefusal {
  const [code, subcode] = number.split('/').map((part) => (part === '' ? null : Number(part)))
  return {
    httpStatus,
    code: code ?? null,
    subcode: subcode ?? null,
    message: safeText('Wörter'),
    title: null,
    traceId: null,
  }
}

const verdictOf = (refusal: PlatformRefusal): Expected => {
  const { retry, code, recovery } = judge(refusal)
  return [retry, code, recovery]
}

describe('the meaning of a platform error', () => {
  it.each(NUMBERS)('%s is %j', (number, expected) => {
    expect(verdictOf(refusalOf(number))).toEqual(expected)
  })

  it('is the same under every status', () => {
    const moved = NUMBERS.filter(([number]) => number !== '12345').filter(([number, expected]) =>
      [200, 401, 403, 429, 500, 503].some(
        (status) => verdictOf(refusalOf(number, status)).join() !== expected.join(),
      ),
    )
    expect(moved).toEqual([])
  })

  it('is not cured by another token where the platform restricts the account, the app or the role', () => {
    const there = NUMBERS.filter(([number]) => judge(refusalOf(number)).endsAtPlatform)
    expect(there.map(([number]) => number)).toEqual(['3', '200', '25/2207050'])
  })

  it('is found by the subcode alone, as a container’s status gives it', () => {
    const subcodes = NUMBERS.filter(([number]) => /\/2207\d{3}$/.test(number))
    const differing = subcodes.filter(([number, expected]) => {
      const alone = `/${number.split('/')[1]}`
      return verdictOf(refusalOf(alone)).join() !== expected.join()
    })
    expect(differing).toEqual([])
  })

  it('is that somebody cannot be named, whichever code the platform gives with it', () => {
    for (const number of ['100/2207018', '110/2207018'])
      expect(judge(refusalOf(number)).advice).toBe('SOMEBODY_REFUSED')
  })

  it('is a failure of the platform’s own when it says nothing but 5xx', () => {
    const silent = { code: null, subcode: null, message: safeText(''), title: null, traceId: null }
    expect(verdictOf({ ...silent, httpStatus: 500 })).toEqual(VERIFY)
    expect(verdictOf({ ...silent, httpStatus: 502 })).toEqual(VERIFY)
    expect(verdictOf({ ...silent, httpStatus: 400 })).toEqual(NEW)
    expect(verdictOf(refusalOf('12345', 500))).toEqual(VERIFY)
  })

  it('always names a code of ours and something to do', () => {
    for (const [number] of NUMBERS) {
      const { code, advice } = judge(refusalOf(number))
      expect(ERROR_CODES).toContain(code)
      expect(failureSentence(failureDetail(advice), ENGLISH)).toMatch(/^[A-Z].*[.]$/)
    }
  })

  it('does not depend on what the platform says in words', () => {
    const texts = ['', 'rate limit', 'Media ID is not available', '(#190) expired', 'ไม่พร้อม']
    const verdicts = texts.map((message) =>
      verdictOf({ ...refusalOf('9007/2207027'), message: safeText(message) }).join(),
    )
    expect(new Set(verdicts).size).toBe(1)
  })
})
