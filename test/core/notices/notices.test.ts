import { describe, expect, it } from 'vitest'
import { FAILURES, failureDetail, type FailureDetail } from '../../../core/notices/failure-details.ts'
import type { Sentences } from '../../../core/notices/notice.ts'
import { OLDER_FAILURES, OLDER_WARNINGS } from '../../../core/notices/older-sentences.ts'
import { readFailureDetail, readWarning, readWarnings } from '../../../core/notices/read-notices.ts'
import { failureSentence, warningSentence } from '../../../core/notices/sentences.ts'
import { WARNINGS, warning, type Warning } from '../../../core/notices/warnings.ts'
import { safeText } from '../../../core/redact.ts'

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
  it.each(samplesOf(WARNINGS))('$code names every parameter and is read as what it was made of', (one) => {
    const sentence = warningSentence(one)
    expect(sentence).not.toMatch(/[{}]|…/)
    expect(readWarning(sentence)).toEqual(one)
  })

  it('tells of a failure inside it what the platform said', () => {
    expect(warningSentence(warning('PREPARATION_FAILED', { failure: refused }))).toBe(
      'Preparing this post failed. Nightpost tries again when the post is due: The picture’s aspect ratio is not accepted. Crop it to between 4:5 and 1.91:1. Instagram said: It says (really). (36003/2207009)',
    )
  })

  it('is its code where a newer version has stored one, and never an error', () => {
    expect(warningSentence({ code: 'OF_TOMORROW', params: {} })).toBe('OF_TOMORROW')
    expect(warningSentence({ code: 'toString', params: {} })).toBe('toString')
    expect(warningSentence({ code: 'CLOCKS_DIFFER', params: {} })).toContain('by … minutes')
  })
})

describe('the sentence of a failure', () => {
  it.each(samplesOf(FAILURES))('$code names every parameter and is read as what it was made of', (one) => {
    for (const words of [null, platform, { said: safeText('No number'), code: null, subcode: null }]) {
      const failure = { ...one, platform: words }
      expect(readFailureDetail(failureSentence(failure))).toEqual(failure)
    }
  })

  it('gives the platform’s number as it gave it', () => {
    const sentence = (code: number | null, subcode: number | null) =>
      failureSentence({
        ...failureDetail('PLATFORM_FAULT'),
        platform: { said: safeText('No'), code, subcode },
      })
    expect(sentence(-1, null)).toBe('The platform had an internal error. Instagram said: No (-1)')
    expect(sentence(null, null)).toBe('The platform had an internal error. Instagram said: No')
  })
})

describe('a sentence of an older version', () => {
  it('stands for a code that there is, under which it is not the sentence of today', () => {
    for (const [code, ...sentences] of OLDER_WARNINGS) expect(sentences).not.toContain(WARNINGS[code])
    for (const [code, ...sentences] of OLDER_FAILURES) expect(sentences).not.toContain(FAILURES[code])
  })

  it('gives its parameters', () => {
    const said =
      'The clock of this computer and that of the cloud differ by 7 minutes. The cloud publishes this post by its own clock: set this computer’s right, and check the time of the post.'
    expect(readWarning(said)).toEqual(warning('CLOCKS_DIFFER', { minutes: 7 }))
    const failed =
      'Preparing this post failed, and is tried again at its time: The picture’s shape is not accepted. Crop it to between 4:5 and 1.91:1. Instagram said: It says (really). (36003/2207009)'
    expect(readWarning(failed)).toEqual(warning('PREPARATION_FAILED', { failure: refused }))
  })

  it('stays as it was written where nobody knows it any more', () => {
    const text = 'Something else. (Really.)'
    expect(readWarning(text)).toEqual(warning('TEXT', { text: safeText(text) }))
    expect(warningSentence(readWarning(text))).toBe(text)
    const said = `${text} Instagram said: No (10)`
    expect(failureSentence(readFailureDetail(said) ?? refused)).toBe(said)
    expect(readFailureDetail(said)).toMatchObject({ code: 'TEXT', platform: { said: 'No', code: 10 } })
  })
})

describe('what was stored or sent as warnings', () => {
  it('is read whether it is coded or in sentences, without what is neither', () => {
    const coded: Warning = warning('TAKEN_OVER')
    expect(readWarnings([coded, WARNINGS.TAKEN_OVER, 7, null, { code: 'X' }])).toEqual([coded, coded])
    expect(readWarnings(undefined)).toEqual([])
    expect(readFailureDetail(null)).toBeNull()
  })

  it('says in words what has a code that this version does not know', () => {
    const newer = { code: 'OF_TOMORROW', params: {} }
    const text = 'Tomorrow’s warning.'
    expect(readWarnings([newer], [text])).toEqual([warning('TEXT', { text: safeText(text) })])
    expect(readFailureDetail({ ...newer, platform: null }, text)).toEqual(
      failureDetail('TEXT', { text: safeText(text) }),
    )
  })
})
