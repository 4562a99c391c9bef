import { ENGLISH_FILE_PROBLEMS } from '../../../core/rules/notices/english/english.ts'
import { describe, expect, it } from 'vitest'
import { attentionDetail, detailSentence } from '../../../core/rules/notices/attention-details.ts'
import { deletionDetail, deletionText } from '../../../core/rules/notices/deletion-details.ts'
import { failureDetail } from '../../../core/rules/notices/failure-details.ts'
import {
  failureSentence,
  warningSentence,
  type NoticeLanguage,
} from '../../../core/rules/notices/sentences.ts'
import { fileProblem, fileProblemSentence } from '../../../core/rules/notices/file-problems.ts'
import { warning } from '../../../core/rules/notices/warnings.ts'
import { ApiError } from '../../../local-server/ui/src/api-client.ts'
import { failureNote, failureText } from '../../../local-server/ui/src/posts/failure.ts'
import { deploymentProblem } from '../../../local-server/ui/src/cloud/parts.tsx'
import { problemSentence } from '../../../local-server/ui/src/shared/problem-sentence.ts'
import { english } from '../../../local-server/ui/src/strings/en/english.ts'
import { german } from '../../../local-server/ui/src/strings/de/german.ts'
import { lazyEnglish } from '../../../local-server/ui/src/strings/en/lazy/lazy.ts'
import { lazyGerman } from '../../../local-server/ui/src/strings/de/lazy/lazy.ts'
import { safeText } from '../../../core/redact.ts'

const namesIn = (sentence: string) => [...sentence.matchAll(/\{\w+\}/g)].map(([name]) => name).toSorted()

const sentencesOf = ({ warnings, failures }: NoticeLanguage) => [
  ...Object.entries(warnings).map(([code, sentence]) => [`warning ${code}`, sentence] as const),
  ...Object.entries(failures).map(([code, sentence]) => [`failure ${code}`, sentence] as const),
]

describe('what an entry of the list of attention says beyond its sentence', () => {
  it('has the codes of the English ones in German, each with the same parameters', () => {
    const named = (details: Readonly<Record<string, string>>) =>
      Object.fromEntries(Object.entries(details).map(([code, sentence]) => [code, namesIn(sentence)]))
    expect(named(german.attention.details)).toEqual(named(english.attention.details))
  })

  it('is German throughout, also the failure in it, and shows what a newer version has found by its code', () => {
    const language = { details: german.attention.details, notices: german.notices }
    const failure = failureDetail('ACCESS_EXPIRED')
    expect(detailSentence(attentionDetail('FAILURE', { failure }), language)).toBe(
      german.notices.failures.ACCESS_EXPIRED,
    )
    expect(detailSentence({ code: 'MOON_IS_FULL', params: {} }, language)).toBe('MOON_IS_FULL')
    const foretold = warning('COPY_LEFT_OUT')
    expect(detailSentence(foretold, language)).toBe(german.notices.warnings.COPY_LEFT_OUT)
  })
})

describe('warnings and failures in German', () => {
  it('have the codes of the English ones, each with the same parameters', () => {
    const named = (language: NoticeLanguage) =>
      Object.fromEntries(sentencesOf(language).map(([code, sentence]) => [code, namesIn(sentence)]))
    expect(named(german.notices)).toEqual(named(english.notices))
  })

  it('are in German throughout, with a failure inside of a warning', () => {
    const said = { said: safeText('It says.'), code: 36_000, subcode: 2_207_004 }
    const failure = { ...failureDetail('IMAGE_TOO_LARGE'), platform: said }
    expect(warningSentence(warning('PREPARATION_FAILED', { failure }), german.notices)).toBe(
      'Die Vorbereitung dieses Beitrags ist fehlgeschlagen. Nightpost versucht es erneut, wenn der Beitrag fällig ist: Das Bild ist größer als 8 MB. Exportiere es kleiner. Instagram sagt: It says. (36000/2207004)',
    )
    const people = failureDetail('ONE_OF_PEOPLE_REFUSED', { names: ['@kim', '@lee'] })
    expect(failureSentence(people, german.notices)).toMatch(/^Jemand von @kim, @lee kann nicht markiert/)
  })

  it('tell the cause of a failed post apart from what the platform said', () => {
    const platform = { said: safeText('It says.'), code: 10, subcode: null }
    const errorDetail = { ...failureDetail('PERMISSION_MISSING'), platform }
    const post = { publishOutcome: 'confirmed', recovery: 'reconnect', errorDetail } as const
    expect(failureText(post, german)).toMatchObject({
      cause: 'Eine Berechtigung fehlt. Verbinde das Konto neu und erteile alle.',
      platformSaid: 'It says. (10)',
    })
    expect(failureText({ ...post, errorDetail: null }, english)).toMatchObject({
      cause: 'The cause is not known.',
      platformSaid: null,
    })
  })

  it('say of a post that failed for no known reason just that, where a note has the cause', () => {
    expect(failureNote({ errorDetail: null }, german)).toBe(german.posts.failure.causeUnknown)
    const platform = { said: safeText('It says.'), code: 10, subcode: null }
    const errorDetail = { ...failureDetail('PERMISSION_MISSING'), platform }
    expect(failureNote({ errorDetail }, german)).toBe(failureSentence(errorDetail, german.notices))
  })
})

describe('what keeps a file from a kind of post, in German', () => {
  it('has the codes of the English ones, each with the same parameters', () => {
    const named = (language: Readonly<Record<string, string>>) =>
      Object.fromEntries(Object.entries(language).map(([code, sentence]) => [code, namesIn(sentence)]))
    expect(named(german.fileProblems)).toEqual(named(english.fileProblems))
  })

  it('is German throughout; a text is as it was written', () => {
    const tooWide = fileProblem('TOO_WIDE', { width: '4000', max: '1920' })
    expect(fileProblemSentence(tooWide, german)).toBe(
      'Das Video ist 4000 Pixel breit. Exportiere es mit höchstens 1920 Pixeln.',
    )
    expect(fileProblemSentence(fileProblem('TEXT', { text: 'Crop it.' }), german)).toBe('Crop it.')
  })

  it('writes the numbers and the shapes in it with a comma, as the sentences around them', () => {
    const shape = fileProblem('PICTURE_SHAPE', { ratio: '2.5:1', min: '4:5', max: '1.91:1' })
    expect(fileProblemSentence(shape, german)).toBe(
      'Das Bild hat das Format 2,5:1. Schneide es auf ein Format zwischen 4:5 und 1,91:1 zu.',
    )
    const rate = fileProblem('FRAME_RATE', { rate: '61.5', min: '23', max: '60' })
    expect(fileProblemSentence(rate, german)).toContain('61,5 Bilder')
    const refused = fileProblem('TALL_PICTURE_REFUSED', { ratio: '1:1.5' })
    expect(fileProblemSentence(refused, german)).toContain('das Format 1:1,5.')
    expect(german.library.shape('1.91:1')).toBe('1,91:1')
    expect(fileProblemSentence(shape, ENGLISH_FILE_PROBLEMS)).toContain(
      'The picture is 2.5:1. Crop it to between 4:5 and 1.91:1.',
    )
    const text = fileProblem('TEXT', { text: 'Version 1.2: crop it.' })
    expect(fileProblemSentence(text, german)).toBe('Version 1.2: crop it.')
    const refusedPerson = failureDetail('PERSON_REFUSED', { name: '@12.34' })
    expect(failureSentence({ ...refusedPerson, platform: null }, german.notices)).toContain('@12.34 ')
  })
})

describe('why an account was not connected, in German', () => {
  it('has the codes of the English ones, each with the same parameters', () => {
    const named = ({ loginRefusals }: typeof lazyEnglish) =>
      Object.fromEntries(Object.entries(loginRefusals).map(([code, sentence]) => [code, namesIn(sentence)]))
    expect(named(lazyGerman)).toEqual(named(lazyEnglish))
  })

  it('is German throughout, after a login as for a pasted token, and is told by its code without a refusal', () => {
    const refusal = { code: 'TOKEN_EXPIRED', params: { service: safeText('Facebook') } }
    const error = 'This token has expired. Get a new one from Facebook.'
    const said = (problem: Parameters<typeof problemSentence>[0]) =>
      problemSentence(problem, lazyGerman.loginRefusals, german)
    for (const problem of [
      new ApiError({ code: 'TOKEN_EXPIRED', error, status: 401, refusal }),
      { code: 'TOKEN_EXPIRED', message: error, refusal } as const,
    ])
      expect(said(problem)).toBe('Dieses Token ist abgelaufen. Hole bei Facebook ein neues.')
    expect(said({ code: 'INVALID_CODE', message: 'No.' })).toBe(german.refusals.INVALID_CODE)
  })
})

describe('why a post is still on the platform, in German', () => {
  it('has the codes of the English ones, each with the same parameters', () => {
    const named = ({ deletion }: typeof lazyEnglish) =>
      Object.fromEntries(Object.entries(deletion).map(([code, sentence]) => [code, namesIn(sentence)]))
    expect(named(lazyGerman)).toEqual(named(lazyEnglish))
  })

  it('is German throughout, sentence by sentence, with the platform’s own words', () => {
    const details = [
      deletionDetail('FAILURE', { failure: failureDetail('PERMISSION_MISSING') }),
      deletionDetail('REFUSED', { said: safeText('Fatal (10)') }),
      deletionDetail('STILL_THERE'),
      deletionDetail('DELETE_IN_APP'),
    ]
    expect(deletionText(details, lazyGerman.deletion, german.notices)).toBe(
      'Eine Berechtigung fehlt. Verbinde das Konto neu und erteile alle. Instagram sagt: Fatal (10). Der Beitrag ist noch da. Lösche ihn in der Instagram-App.',
    )
  })
})

describe('why a deployment stopped, in German', () => {
  it('has the codes of the English ones, each with the same parameters', () => {
    const named = ({ cloud }: typeof lazyEnglish) =>
      Object.fromEntries(
        Object.entries(cloud.deployment.refusals).map(([code, sentence]) => [code, namesIn(sentence)]),
      )
    expect(named(lazyGerman)).toEqual(named(lazyEnglish))
  })

  it('is German throughout where the user is asked to choose', () => {
    const asked = {
      code: 'VALIDATION_ERROR',
      message: safeText('accountId: the API token has access to several accounts. Choose one of f00 (Shop).'),
      field: 'accountId',
      refusal: { code: 'SEVERAL_ACCOUNTS', params: { accounts: safeText('f00 (Shop)') } },
    } as const
    expect(deploymentProblem(asked, german, lazyGerman)).toBe(
      'Das API-Token hat Zugriff auf mehrere Konten. Wähle eines davon: f00 (Shop).',
    )
    expect(deploymentProblem(asked, english, lazyEnglish)).toBe(
      'The API token has access to several accounts. Choose one of f00 (Shop).',
    )
  })

  it('is German throughout when the provider refuses, also where a token is only tried', () => {
    const said = safeText('The API token lacks the permission “Workers Scripts: Edit”.')
    const refusal = {
      code: 'PERMISSION_MISSING',
      params: { permission: safeText('Workers Scripts: Edit') },
    }
    const tried = new ApiError({ code: 'CLOUD_ERROR', error: said, status: 500, refusal })
    const stopped = { code: 'WORKER_DEPLOY_FAILED', message: said, field: null, refusal } as const
    for (const problem of [tried, stopped])
      expect(deploymentProblem(problem, german, lazyGerman)).toMatch(
        /^Dem API-Token fehlt die Berechtigung „Workers Scripts: Edit“\. Füge sie/,
      )
    expect(deploymentProblem(tried, english, lazyEnglish)).toContain(said.slice(0, -1))
  })

  it('is German throughout where a Worker is connected or left, too', () => {
    const error = 'The cloud Worker did not release all posts (2 left).'
    const refusal = { code: 'POSTS_NOT_RELEASED', params: { posts: safeText('2') } }
    const refused = new ApiError({ code: 'SYNC_FAILED', error, status: 500, refusal })
    expect(deploymentProblem(refused, german, lazyGerman)).toMatch(
      /^Der Worker hat nicht alle Beiträge zurückgegeben \(noch dort: 2\)\. Versuche es/,
    )
  })

  it('is said by its code where nothing has to be chosen', () => {
    const message = safeText('Enter the token again.')
    const ended = { code: 'TOKEN_REQUIRED', message, field: null, refusal: null } as const
    expect(deploymentProblem(ended, german, lazyGerman)).toBe(german.refusals.TOKEN_REQUIRED)
    expect(deploymentProblem(ended, english, lazyEnglish)).toBe(message)
  })
})
