// What the page links to: a chapter of the guide for each code, or a reason why it has none.
import { FAILURES } from '../../../../core/rules/notices/english/failure-sentences.ts'
import { WARNINGS } from '../../../../core/rules/notices/english/warning-sentences.ts'
import { describe, expect, it } from 'vitest'
import { ERRORS } from '../../../../core/errors.ts'
import { ATTENTION } from '../../../../core/rules/notices/attention-entries.ts'
import {
  SYMPTOM_OF,
  SYMPTOMS,
  symptomAddress,
  symptomsOf,
  type Symptom,
} from '../../../../core/rules/notices/symptoms.ts'

/** Codes without a chapter. */
const EXEMPT: readonly (readonly [because: string, codes: readonly string[]])[] = [
  [
    'It asks for a decision, and the buttons are beside it.',
    ['APPROVAL_WAITING', 'SERIES_WAITS', 'TOO_CLOSE', 'DRAFT_INCOMPLETE'],
  ],
  [
    'It says what to look at, and what that is differs from post to post.',
    ['POST', 'MEDIA', 'CAPTION'].flatMap((what) => [
      `SAME_${what}_PLANNED`,
      `SAME_${what}_LIVE`,
      `SAME_${what}_UNCONFIRMED`,
    ]),
  ],
  [
    'Nightpost tries again by itself.',
    ['PREPARATION_FAILED', 'PREPARATION_REFUSED', 'PUBLISH_REFUSED', 'LIVE_CHECK_PENDING', 'FOUND_LIVE'],
  ],
  [
    'Its sentence is the one thing to do.',
    ['PLAN_LOST', 'PUBLISHED_TWICE', 'CLOCKS_DIFFER', 'CLOCK_AHEAD', 'DELETED_IN_APP_ONLY'],
  ],
  ['The user has deleted the post.', ['NOT_SENT_AGAIN', 'DELETED_BEFORE', 'REPOST_DELETED']],
  [
    'Nothing helps: the story is another person’s, and is gone or closed.',
    [
      'STORY_EXPIRED',
      'AUTHOR_PRIVATE',
      'STORY_NOT_SHAREABLE',
      'STORY_WITHOUT_MENTION',
      'STORY_UNAVAILABLE',
      'MENTION_FOUND_BEFORE',
      'MENTION_UNREADABLE',
    ],
  ],
  ['A sentence of another version, which has no code.', ['TEXT']],
]

describe('a code', () => {
  it('has a chapter of the guide, or a reason why not', () => {
    const without = Object.entries(SYMPTOM_OF).flatMap(([code, symptom]) => (symptom === null ? [code] : []))
    expect(without.toSorted()).toEqual(EXEMPT.flatMap(([, codes]) => codes).toSorted())
  })

  it('is one that can be shown, as a notice or as a refusal', () => {
    const notices = new Set([ATTENTION, FAILURES, WARNINGS].flatMap((catalogue) => Object.keys(catalogue)))
    expect(Object.keys(SYMPTOM_OF)).toEqual(expect.arrayContaining([...notices]))
    const others = Object.keys(SYMPTOM_OF).filter((code) => !notices.has(code))
    expect(Object.keys(ERRORS)).toEqual(expect.arrayContaining(others))
  })

  it('is not that of a notice and of a refusal, too', () => {
    const catalogues = [ATTENTION, FAILURES, WARNINGS].flatMap((catalogue) => Object.keys(catalogue))
    expect(catalogues.filter((code) => code in ERRORS)).toEqual([])
  })

  it('of a refusal has the chapter that helps where it is met', () => {
    expect(symptomsOf(['WORKER_UNREACHABLE', 'MEDIA_INVALID', 'INVALID_TAGS'])).toEqual(['WORKER', 'FILE'])
  })

  it('of a newer version has none', () => {
    expect(symptomsOf(['MOON_IS_FULL', 'toString'])).toEqual([])
  })
})

it('several codes have each chapter once, the most exact one first', () => {
  expect(symptomsOf(['PASSWORD_CHANGED', 'ACCESS_EXPIRED', 'POST_FAILED'])).toEqual(['ACCESS', 'FAILED'])
})

it('each chapter is that of a code, or of what happens before there is one', () => {
  const used = new Set(Object.values(SYMPTOM_OF))
  const others = (Object.keys(SYMPTOMS) as Symptom[]).filter((symptom) => !used.has(symptom))
  expect(others).toEqual(['NOT_RUNNING'])
})

it('the address of a chapter has the anchor of its heading', () => {
  expect(symptomAddress('FAILED')).toBe('/help/trouble#a-post-failed-and-nothing-was-published')
})
