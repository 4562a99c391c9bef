import { ENGLISH } from '../../../../core/rules/notices/english/english.ts'
import { FAILURES } from '../../../../core/rules/notices/english/failure-sentences.ts'
import { WARNINGS } from '../../../../core/rules/notices/english/warning-sentences.ts'
import { describe, expect, it } from 'vitest'
import { failureDetail, type FailureDetail } from '../../../../core/rules/notices/failure-details.ts'
import type { Sentences } from '../../../../core/rules/notices/notice.ts'
import { readFailureDetail, readWarning } from '../../../../core/rules/notices/read-notices.ts'
import { failureSentence, warningSentence } from '../../../../core/rules/notices/sentences.ts'
import { warning } from '../../../../core/rules/notices/warnings.ts'
import { safeText } from '../../../../core/redact.ts'

const platform = { said: safeText('It says (really).'), code: 36_003, subcode: 2_207_009 }
const refused: FailureDetail = { ...failureDetail('ASPECT_RATIO'), platform }

const SAMPLES: Readonly<Record<string, unknown>> = {
  minutes: 7,
  names: ['@kim', '@lee'],
  failure: refused,
}

/** Each code with parameters as its sentence names them. */
function samplesOf(sentences: Sentences) {
  const known = Object.entries(sentences).filter(([code]) => code !== 'TEXT')
  return known.map(([code, sentence]) => {
    const names = [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    return { code, params: Object.fromEntries(names.map((name) => [name, SAMPLES[name] ?? `a ${name}`])) }
  })
}

describe('the sentence of a warning', () => {
  it.each(samplesOf(WARNINGS))('$code names every parameter', (one) => {
    expect(warningSentence(one, ENGLISH)).not.toMatch(/[{}]|…/)
  })

  it('tells of a failure inside it what the platform said', () => {
    expect(warningSentence(warning('PREPARATION_FAILED', { failure: refused }), ENGLISH)).toBe(
      'Preparing this post failed. Nightpost tries again when the post is due: The picture’s aspect ratio is not accepted. Crop it to between 4:5 and 1.91:1. Instagram said: It says (really). (36003/2207009)',
    )
  })

  it('names a time as people write it', () => {
    expect(warningSentence(warning('SAME_MEDIA_PLANNED', { at: '2026-04-09T14:05:30.000Z' }), ENGLISH)).toBe(
      'Another post of this account has the same media and is planned for 9 April 2026, 14:05 UTC.',
    )
  })

  it('is its code where a newer version has stored one, and never an error', () => {
    expect(warningSentence({ code: 'OF_TOMORROW', params: {} }, ENGLISH)).toBe('OF_TOMORROW')
    expect(warningSentence({ code: 'toString', params: {} }, ENGLISH)).toBe('toString')
    expect(warningSentence({ code: 'CLOCKS_DIFFER', params: {} }, ENGLISH)).toContain('by … minutes')
  })
})

describe('the sentence of a failure', () => {
  it.each(samplesOf(FAILURES))('$code names every parameter', (one) => {
    expect(failureSentence({ ...one, platform }, ENGLISH)).not.toMatch(/[{}]|…/)
  })

  it('gives the platform’s number as it gave it', () => {
    const sentence = (code: number | null, subcode: number | null) =>
      failureSentence(
        {
          ...failureDetail('PLATFORM_FAULT'),
          platform: { said: safeText('No'), code, subcode },
        },
        ENGLISH,
      )
    expect(sentence(-1, null)).toBe('Instagram had an internal error. Instagram said: No (-1)')
    expect(sentence(null, null)).toBe('Instagram had an internal error. Instagram said: No')
  })
})

describe('what the Worker reports as warnings and failures', () => {
  const newer = { code: 'OF_TOMORROW', params: {} }
  const text = 'Tomorrow’s warning.'

  it('is its code, whatever its sentence says', () => {
    expect(readWarning(warning('TAKEN_OVER'), text)).toEqual(warning('TAKEN_OVER'))
    expect(readFailureDetail(refused, text)).toEqual(refused)
  })

  it('is its sentence where the code is of a newer version', () => {
    expect(readWarning(newer, text)).toEqual(warning('TEXT', { text: safeText(text) }))
    expect(readFailureDetail(newer, text)).toEqual(failureDetail('TEXT', { text: safeText(text) }))
  })

  it('is nothing when it is neither', () => {
    expect(readWarning(7, null)).toBeNull()
    expect(readFailureDetail({ code: 'X' }, undefined)).toBeNull()
  })
})
