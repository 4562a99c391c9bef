import { describe, expect, it } from 'vitest'
import type { PlatformAccountBody } from '../../../../core/api/auth.ts'
import type { PostBody } from '../../../../core/api/posts.ts'
import type { ValidationBody } from '../../../../core/api/validate.ts'
import { EMPTY, type Composition } from '../../../../local-server/ui/src/compose/composition.ts'
import type { ComposeProblem } from '../../../../local-server/ui/src/compose/problems.ts'
import { findingsOf, questionOf } from '../../../../local-server/ui/src/compose/send/server-findings.ts'
import { foreseenText, problemText } from '../../../../local-server/ui/src/compose/wording.ts'
import { german } from '../../../../local-server/ui/src/strings/de/german.ts'
import { english } from '../../../../local-server/ui/src/strings/en/english.ts'
import type { Strings } from '../../../../local-server/ui/src/strings/strings.ts'

const ACCOUNT = { id: 'a', loginMethod: 'platform' } as PlatformAccountBody
const NOW = Date.parse('2026-11-20T12:00:00Z')
const BERLIN = { wall: '2027-01-19T18:00', timeZone: 'Europe/Berlin', choice: null } as const

describe('the question to the server', () => {
  const question = (part: Partial<Composition>, post: PostBody | null = null) =>
    questionOf({ composition: { ...EMPTY, ...part }, account: ACCOUNT, post }, NOW)

  it('is the post as it would be sent, with its time and the stored post that it is', () => {
    expect(question({ caption: 'Hello', mediaIds: ['m'] })).toMatchObject({
      accountId: 'a',
      mediaFileId: 'm',
      caption: 'Hello',
      postId: null,
    })
    expect(question({ caption: 'Hello' })).not.toHaveProperty('scheduledFor')
    expect(question({ when: BERLIN }, { id: 'p' } as PostBody)).toMatchObject({
      scheduledFor: '2027-01-19T17:00:00.000Z',
      timezone: 'Europe/Berlin',
      postId: 'p',
    })
  })

  it('is not asked of nothing, without an account, or for a time that is not clear', () => {
    expect(question({})).toBeNull()
    expect(question({ when: { ...BERLIN, wall: '' } })).toBeNull()
    expect(question({ when: { ...BERLIN, wall: '2027-03-28T02:30' } })).toBeNull()
    const composition = { ...EMPTY, caption: 'Hello' }
    expect(questionOf({ composition, account: undefined, post: null }, NOW)).toBeNull()
  })

  it('is for now where a post that is late or held keeps its time', () => {
    const late = {
      id: 'p',
      status: 'SCHEDULED',
      scheduledFor: '2026-11-20T11:00:30.000Z',
      timezone: 'UTC',
      mediaFiles: [],
    } as Partial<PostBody> as PostBody
    const when = { wall: '2026-11-20T11:00', timeZone: 'UTC', choice: null } as const
    expect(question({ when }, late)).not.toHaveProperty('scheduledFor')
    const moved = { ...when, wall: '2026-11-20T11:30' }
    expect(question({ when: moved }, late)).toMatchObject({ scheduledFor: '2026-11-20T11:30:00.000Z' })
  })
})

describe('the findings of the server', () => {
  const found = (
    field: string,
    code: ValidationBody['problems'][number]['code'],
    message = 'A sentence.',
  ) => ({
    field,
    code,
    message,
  })
  const answer = (part: Partial<ValidationBody>): ValidationBody => ({
    valid: false,
    problems: [],
    warnings: [],
    scheduledFor: null,
    ...part,
  })

  it('stand at their field, in the words of the page where it has some', () => {
    const problems = [
      found('account', 'TOKEN_EXPIRED'),
      found('media', 'NOT_FOUND'),
      found('scheduledFor', 'INVALID_SCHEDULE'),
      found('firstComment', 'VALIDATION_ERROR'),
    ]
    expect(findingsOf(answer({ problems }), []).problems.map(({ field, rule }) => [field, rule])).toEqual([
      ['account', 'accessEnded'],
      ['media', 'unknownFile'],
      ['when', 'pastTime'],
      ['firstComment', 'refused'],
    ])
  })

  it('are above the button where the page has no such field', () => {
    const { problems, unplaced } = findingsOf(
      answer({ problems: [found('mediaType', 'VALIDATION_ERROR')] }),
      [],
    )
    expect(problems).toEqual([])
    expect(unplaced).toMatchObject([{ message: 'A sentence.' }])
  })

  it('leave out what the page has found itself, also what it does not show yet', () => {
    const missing: ComposeProblem = { field: 'media', rule: 'noMedia', message: '' }
    const problems = [found('media', 'VALIDATION_ERROR'), found('account', 'NOT_FOUND')]
    expect(findingsOf(answer({ problems }), [missing]).problems.map(({ rule }) => rule)).toEqual([
      'noAccount',
    ])
    const codes = ['TALL_MEDIA', 'NO_PUBLIC_ADDRESS', 'QUEUE_HELD', 'TOO_CLOSE', 'OF_A_LATER_VERSION']
    const warnings = codes.map((code) => ({ code, field: 'media', message: code, detail: null }))
    expect(findingsOf(answer({ warnings }), []).warnings.map(({ code }) => code)).toEqual([
      'TOO_CLOSE',
      'OF_A_LATER_VERSION',
    ])
  })

  it('are told as what is refused when the post is sent, in the language of the reader', () => {
    const [problem] = findingsOf(answer({ problems: [found('media', 'MEDIA_INVALID')] }), []).problems
    const said = (strings: Strings) =>
      problem && problemText(problem, { composition: EMPTY, media: [] }, strings)
    expect(said(english)).toBe('A sentence.')
    expect(said(german)).toBe(
      'Diese Datei lässt sich nicht veröffentlichen. Nightpost sagt dazu: A sentence.',
    )
  })

  it('are told in the language of the reader, with times as people write them', () => {
    const timeText = (at: Date) => `«${at.getTime()}»`
    const warning = { field: 'media', message: 'In English.' }
    const detail = { code: 'SAME_MEDIA_PLANNED', params: { at: '1970-01-01T00:00:00.005Z' } }
    const text = (one: object) =>
      foreseenText({ ...warning, detail: null, code: '', ...one }, german, timeText)
    expect(text({ code: 'LOOKALIKE', detail })).toBe(
      'Ein anderer Beitrag dieses Kontos hat dieselben Medien und ist für «5» geplant.',
    )
    expect(text({ code: 'TOO_CLOSE', detail: { code: 'TOO_CLOSE', params: { minutes: 20 } } })).toMatch(
      /^Weniger als 20 Minuten .* geplant oder schon veröffentlicht\.$/,
    )
    expect(text({ code: 'OF_A_LATER_VERSION' })).toBe('In English.')
  })
})
