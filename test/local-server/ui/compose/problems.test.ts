import { ENGLISH_FILE_PROBLEMS } from '../../../../core/rules/notices/english/english.ts'
import { describe, expect, it } from 'vitest'
import type { PlatformAccountBody } from '../../../../core/api/auth.ts'
import type { PostBody } from '../../../../core/api/posts.ts'
import type { MediaFileBody } from '../../../../core/api/media.ts'
import { fileProblem, fileProblemSentence } from '../../../../core/rules/notices/file-problems.ts'
import {
  compositionOf,
  EMPTY,
  type Composition,
} from '../../../../local-server/ui/src/compose/composition.ts'
import {
  hintsOf,
  firstToSolve,
  isMissing,
  composeProblemsOf,
  type ComposeContext,
} from '../../../../local-server/ui/src/compose/problems.ts'
import { problemText } from '../../../../local-server/ui/src/compose/wording.ts'
import { german } from '../../../../local-server/ui/src/strings/de/german.ts'
import { english } from '../../../../local-server/ui/src/strings/en/english.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const FITS = { IMAGE: [], REELS: [], STORIES: [], CAROUSEL: [] }

const account = { id: 'a', loginMethod: 'platform', tokenExpiresAt: null, isSandbox: false } as unknown
const SANDBOX = { ...(account as PlatformAccountBody), isSandbox: true }

function file(part: Partial<MediaFileBody>): MediaFileBody {
  const picture = { id: 'f', mimeType: 'image/jpeg', width: 1080, height: 1080, processed: null }
  return { ...picture, publicUrl: null, unfit: FITS, unfitDetails: FITS, ...part } as MediaFileBody
}

const PICTURE = file({})
const VIDEO = file({ mimeType: 'video/mp4', width: 1080, height: 1920 })

function rules(
  part: Partial<Composition>,
  atHand: Partial<ComposeContext> = {},
  purpose: 'publish' | 'schedule' = 'publish',
) {
  const known = { account: SANDBOX, media: [PICTURE], ...atHand }
  return composeProblemsOf({ ...EMPTY, ...part }, known, { purpose, now: NOW }).map(({ rule }) => rule)
}

function advice(part: Partial<Composition>, atHand: Partial<ComposeContext> = {}) {
  return hintsOf({ ...EMPTY, ...part }, { account: SANDBOX, media: [PICTURE], ...atHand }).map(
    (hint) => hint.advice,
  )
}

describe('the problems of a composition', () => {
  it('finds no problem in a composition that can be sent', () => {
    expect(rules({})).toEqual([])
  })

  it('ignores fields that the kind of post has no place for', () => {
    const ada = { username: 'ada', x: 0.5, y: 0.5 }
    expect(rules({ mediaType: 'STORIES', userTags: [ada], collaborators: ['b'], crossPost: true })).toEqual(
      [],
    )
  })

  it('reports a file’s own problems with the kind of post, and a file that is gone', () => {
    const unfit = { ...FITS, IMAGE: ['Crop it.'] }
    const problems = composeProblemsOf(
      EMPTY,
      { account: SANDBOX, media: [file({ unfit })] },
      { purpose: 'publish', now: NOW },
    )
    expect(problems).toMatchObject([{ field: 'media', rule: 'unfit', message: 'Crop it.' }])
    expect(rules({}, { media: [null] })).toEqual(['deletedFile'])
    expect(rules({}, { media: [undefined] })).toEqual([])
  })

  it('reports an account that is not there any more, and asks for one that was not chosen yet', () => {
    expect(rules({ accountId: 'gone' }, { account: undefined })).toEqual(['noAccount'])
    expect(rules({}, { account: undefined })).toEqual(['accountOpen'])
  })

  it.each([
    ['2026-11-20T12:01', []],
    ['2026-11-20T12:00', ['pastTime']],
    ['', ['noSuchTime']],
  ])('tell whether %j is in the future', (wall, expected) => {
    expect(rules({ when: { wall, timeZone: 'UTC', choice: null } }, {}, 'schedule')).toEqual(expected)
  })

  it('lets a post that is late or held be changed without another time', () => {
    const problems = (wall: string) =>
      composeProblemsOf(
        { ...EMPTY, when: { wall, timeZone: 'UTC', choice: null } },
        { account: SANDBOX, media: [PICTURE] },
        { purpose: 'schedule', now: NOW, keepsTime: true },
      )
    expect(problems('2026-11-20T11:00')).toEqual([])
    expect(problems('')).toMatchObject([{ field: 'when', rule: 'noSuchTime' }])
  })

  it('leaves files that were deleted here to the Worker that has them, as long as no others are chosen', () => {
    const stored = { status: 'SCHEDULED', mediaType: 'IMAGE', mediaFiles: [], scheduledFor: null }
    const atWorker = { ...stored, handover: 'cloud' } as Partial<PostBody> as PostBody
    const noFile = { field: 'media', rule: 'noMedia', message: '' } as const
    const tooLong = { field: 'caption', rule: 'captionLength', message: '' } as const
    const first = (post: PostBody | null, part: Partial<Composition> = {}) =>
      firstToSolve([tooLong, noFile], { composition: { ...EMPTY, ...part }, post })
    expect(first(atWorker)).toBe(tooLong)
    expect(first(atWorker, { mediaType: 'REELS' })).toBe(noFile)
    expect(first({ ...atWorker, handover: null })).toBe(noFile)
    expect(first({ ...atWorker, status: 'DRAFT' })).toBe(noFile)
    expect(first(null)).toBe(noFile)
  })

  it('leaves a cover that was deleted here to the Worker that has it, as long as no other is chosen', () => {
    const [kept, other] = ['f', 'g'].map((mediaFileId) => ({ cover: { mediaFileId } }))
    const stored = {
      status: 'SCHEDULED',
      mediaType: 'REELS',
      mediaFiles: [VIDEO],
      scheduledFor: null,
      ...kept,
    }
    const atWorker = { ...stored, handover: 'cloud' } as Partial<PostBody> as PostBody
    const gone = { field: 'cover', rule: 'deletedFile', message: '' } as const
    const first = (post: PostBody, part: Partial<Composition> = {}) =>
      firstToSolve([gone], { composition: { ...compositionOf(post), ...part }, post })
    expect(first(atWorker)).toBe(undefined)
    expect(first(atWorker, { options: other ?? {} })).toBe(gone)
    expect(first({ ...atWorker, handover: null })).toBe(gone)
  })

  it('asks which time is meant when the clocks change', () => {
    const when = { wall: '2027-10-31T02:30', timeZone: 'Europe/Berlin', choice: null } as const
    expect(rules({ when }, {}, 'schedule')).toEqual(['unclearTime'])
    expect(rules({ when: { ...when, choice: 'later' } }, {}, 'schedule')).toEqual([])
  })

  it('calls a part missing while there is still something to choose', () => {
    const of = (part: Partial<Composition>, media: ComposeContext['media']) =>
      composeProblemsOf(
        { ...EMPTY, ...part },
        { account: SANDBOX, media },
        { purpose: 'publish', now: NOW },
      ).map(isMissing)
    expect(of({}, [])).toEqual([true])
    expect(of({ mediaType: 'CAROUSEL' }, [PICTURE])).toEqual([true])
    expect(of({ caption: 'a'.repeat(2201) }, [PICTURE])).toEqual([false])
  })
})

describe('the problems of the options', () => {
  const problems = (part: Partial<Composition>, atHand: Partial<ComposeContext> = {}) =>
    composeProblemsOf(
      { ...EMPTY, ...part },
      { account: SANDBOX, media: [PICTURE], ...atHand },
      { purpose: 'publish', now: NOW },
    ).map(({ field, rule }) => [field, rule])
  const reel = { mediaType: 'REELS' } as const
  const clip = { media: [{ ...VIDEO, durationSeconds: 2 }] }

  it('finds a cover that lies beyond the end of the video', () => {
    expect(problems({ ...reel, options: { cover: { frameMs: 2000 } } }, clip)).toEqual([])
    expect(problems({ ...reel, options: { cover: { frameMs: 2001 } } }, clip)).toEqual([
      ['cover', 'optionValue'],
    ])
  })

  it('finds a cover whose picture was deleted, and waits for one that is not known yet', () => {
    const options = { cover: { mediaFileId: 'c' } }
    expect(problems({ ...reel, options }, { ...clip, cover: null })).toEqual([['cover', 'deletedFile']])
    expect(problems({ ...reel, options }, { ...clip, cover: undefined })).toEqual([])
    expect(problems({ ...reel, options }, { ...clip, cover: PICTURE })).toEqual([])
  })

  it('refuses a first comment for an account that cannot comment, as far as that is known', () => {
    const options = { firstComment: 'First!' }
    expect(problems({ options }, { grantedScopes: null })).toEqual([])
    expect(problems({ options }, { grantedScopes: ['instagram_business_basic'] })).toEqual([
      ['firstComment', 'optionPermission'],
    ])
    expect(problems({ options }, { grantedScopes: ['instagram_business_manage_comments'] })).toEqual([])
  })

  it('refuses a paid partnership for the login that cannot have one, and drops nothing in silence', () => {
    const options = { paidPartnership: true }
    expect(problems({ options })).toEqual([['paidPartnership', 'optionLogin']])
    expect(problems({ options }, { account: { ...SANDBOX, loginMethod: 'partner' } })).toEqual([])
  })

  it('says each rule in the words of the page', () => {
    const options = { firstComment: 'a'.repeat(301), paidPartnership: true }
    const found = composeProblemsOf(
      { ...EMPTY, options },
      { account: SANDBOX, media: [PICTURE], grantedScopes: [] },
      { purpose: 'publish', now: NOW },
    )
    for (const words of [english, german]) {
      const { compose } = words
      const said = found.map((problem) => problemText(problem, { composition: EMPTY, media: [] }, words))
      expect(said).toEqual([
        compose.options.wrong.firstComment,
        compose.options.refused.optionLogin,
        compose.options.refused.optionPermission,
      ])
    }
  })

  it('says what keeps a file from a kind of post in the language of the reader', () => {
    const problem = fileProblem('PICTURE_SHAPE', { ratio: '4:1', min: '4:5', max: '1.91:1' })
    const unfit = { ...FITS, IMAGE: [fileProblemSentence(problem, ENGLISH_FILE_PROBLEMS)] }
    const media = [PICTURE, file({ unfit, unfitDetails: { ...FITS, IMAGE: [problem] } })]
    const intent = { purpose: 'publish', now: NOW } as const
    const said = composeProblemsOf(EMPTY, { account: SANDBOX, media }, intent).map((found) =>
      problemText(found, { composition: EMPTY, media }, german),
    )
    expect(said).toEqual([
      'Das Bild hat das Format 4:1. Schneide es auf ein Format zwischen 4:5 und 1,91:1 zu.',
    ])
  })
})

describe('the advice about a composition', () => {
  it('gives no hint where nothing may surprise', () => {
    expect(advice({ caption: 'Hello #one' })).toEqual([])
  })

  it.each([
    [5, []],
    [6, ['hashtagsOverApp']],
    [30, ['hashtagsOverApp']],
    [31, []],
  ])('counts %i hashtags', (count, expected) => {
    const caption = Array.from({ length: count }, (_, index) => `#tag${index}`).join(' ')
    expect(advice({ caption })).toEqual(expected)
  })

  it('warns that a story shows no caption, and with which borders it is shown', () => {
    expect(advice({ mediaType: 'STORIES', caption: 'Hello #one' })).toEqual(['storyCaption', 'letterbox'])
    expect(advice({ mediaType: 'STORIES' }, { media: [VIDEO] })).toEqual([])
  })

  it('warns that a carousel is cropped to its first file, and who cannot be tagged', () => {
    const mediaType = 'CAROUSEL'
    expect(advice({ mediaType }, { media: [PICTURE, VIDEO] })).toEqual(['carouselShape'])
    const userTags = [{ username: 'ada', x: 0.5, y: 0.5 }]
    expect(advice({ mediaType, userTags }, { media: [VIDEO, VIDEO] })).toEqual(['noTaggedPicture'])
  })

  it('warns when Instagram has no address to fetch media from', () => {
    const live = account as PlatformAccountBody
    expect(advice({}, { account: live })).toEqual(['noPublicAddress'])
    expect(advice({}, { account: live, media: [file({ publicUrl: 'https://example.com/f.jpg' })] })).toEqual(
      [],
    )
    const partner = { ...live, loginMethod: 'partner' } as const
    const reel = { account: partner, media: [VIDEO], cover: PICTURE }
    expect(advice({ mediaType: 'REELS' }, reel)).toEqual(['noPublicAddress'])
    expect(advice({ mediaType: 'REELS' }, { ...reel, cover: undefined })).toEqual([])
    expect(advice({ mediaType: 'REELS' }, { account: partner, media: [VIDEO] })).toEqual([])
  })

  it('warns that the Worker does not cross-post what would be', () => {
    const when = { wall: '2026-11-25T10:00', timeZone: 'UTC', choice: null } as const
    const part = { crossPost: true, when }
    const partner = { ...SANDBOX, loginMethod: 'partner' } as const
    expect(advice(part, { account: partner })).toEqual(['cloudCrossPost'])
    expect(advice(part)).toEqual([])
    expect(advice({ ...part, mediaType: 'CAROUSEL' }, { account: partner })).toEqual([])
  })
})
