import { describe, expect, it } from 'vitest'
import { contentProblems } from '../../../../core/rules/content/content-problems.ts'
import type { CheckedContent, CheckedFile } from '../../../../core/rules/content/checked-content.ts'
import { readOptions, storeOptions } from '../../../../core/rules/content/option-schemas.ts'
import { toPatchedContent } from '../../../../core/features/posts/content/post-content.ts'
import {
  OPTION_NAMES,
  POST_OPTIONS,
  type PostOption,
  type PostOptions,
} from '../../../../core/rules/content/post-options.ts'
import {
  mergeOptions,
  patchOptions,
  withDefaultAltTexts,
  withoutLostFiles,
} from '../../../../core/rules/content/option-changes.ts'
import { payloadOf } from '../../../../core/engine/publishing/stored.ts'
import { aPost } from '../../../factories.ts'
import { OPTION_ROWS } from '../../../option-rows.ts'

const [FIRST, SECOND, STRANGER] = ['0a', '0b', '0c'].map(
  (id) => `00000000-0000-4000-8000-0000000000${id}`,
) as [string, string, string]
const NOW = 1_000_000
const picture: CheckedFile = { kind: 'image', unfit: [], mediaFileId: FIRST, durationSeconds: null }
const video: CheckedFile = { kind: 'video', unfit: [], mediaFileId: SECOND, durationSeconds: 3.5 }
const FILES = { IMAGE: [picture], REELS: [video], STORIES: [picture], CAROUSEL: [picture, video] }
type Kind = CheckedContent['mediaType']
const KINDS: readonly Kind[] = ['IMAGE', 'REELS', 'STORIES', 'CAROUSEL']

interface Given {
  readonly options: PostOptions
  readonly login?: 'platform' | 'partner'
  readonly userTags?: CheckedContent['userTags']
  readonly cover?: CheckedFile
  readonly purpose?: 'draft' | 'publish'
}

function problems(mediaType: Kind, { options, login = 'partner', userTags = [], ...given }: Given) {
  const nothing = {
    caption: null,
    storyMentions: [],
    collaborators: [],
    locationId: null,
    locationName: null,
  }
  const content = { ...nothing, mediaType, userTags, crossPostToPartner: false, options }
  const account = { loginMethod: login, tokenExpiresAt: null }
  return contentProblems(content, account, FILES[mediaType], { purpose: 'publish', now: NOW, ...given })
}
const messages = (mediaType: Kind, given: Given) => problems(mediaType, given).map(({ message }) => message)

describe('who may carry an option', () => {
  const rows = OPTION_ROWS.map((row) => [row.name, row.mediaType, row] as const)

  it.each(rows)('%s on %s: its kinds of post and its login, and no other', (name, _on, row) => {
    const options = row.options({ picture: FIRST, video: SECOND })
    const declared: Pick<PostOption<never>, 'on' | 'login' | 'code'> = POST_OPTIONS[name]
    const { on, login, code = 'VALIDATION_ERROR' } = declared
    expect(problems(row.mediaType, { options })).toEqual([])
    for (const kind of KINDS.filter((one) => !on.includes(one))) {
      const found = problems(kind, { options }).find(({ field }) => field === name)
      expect(found).toMatchObject({ rule: 'optionOnType', code })
      for (const fitting of on) expect(found?.message).toContain(fitting)
    }
    const byPlatform = problems(row.mediaType, { options, login: 'platform' })
    expect(byPlatform.map(({ rule }) => rule).every((rule) => rule === 'optionLogin')).toBe(true)
    expect(byPlatform.length > 0).toBe(login === 'partner')
  })

  it.each([
    [
      'altText',
      { altText: 'x' },
      'altText: is for IMAGE only. Send altTexts for the pictures of a CAROUSEL.',
    ],
    [
      'mediaTags',
      { mediaTags: [{ mediaFileId: FIRST, userTags: [] }] },
      'mediaTags: is for REELS and CAROUSEL only. Send userTags for a single picture.',
    ],
    ['paidPartnership', { paidPartnership: true }, 'paidPartnership: is for IMAGE, REELS and CAROUSEL only.'],
  ])('is said of %s in a sentence that names what helps', (_name, options, sentence) => {
    const kind = 'altText' in options ? 'REELS' : 'STORIES'
    expect(messages(kind, { options })).toContain(sentence)
  })

  it('is not restricted for a label that is off', () => {
    const options = { aiGenerated: false, paidPartnership: false }
    expect(messages('STORIES', { options, login: 'platform' })).toEqual([])
  })
})

describe('what an option may say', () => {
  const alt = (mediaFileId: string, altText = 'x') => ({ mediaFileId, altText })
  const tags = (mediaFileId: string, tag: object = { username: 'ada', x: 0, y: 0 }) =>
    ({ mediaFileId, userTags: [tag] }) as NonNullable<PostOptions['mediaTags']>[number]

  it.each<[string, Kind, PostOptions]>([
    ['must have at most 1000 characters', 'IMAGE', { altText: '🌙'.repeat(1001) }],
    ['must have at most 1000 characters', 'CAROUSEL', { altTexts: [alt(FIRST, 'x'.repeat(1001))] }],
    ['names a file that is not in this post', 'CAROUSEL', { altTexts: [alt(STRANGER)] }],
    ['names a file twice', 'CAROUSEL', { altTexts: [alt(FIRST), alt(FIRST)] }],
    ['is for the pictures of a CAROUSEL, not for its videos', 'CAROUSEL', { altTexts: [alt(SECOND)] }],
    ['names a file that is not in this post', 'REELS', { mediaTags: [tags(STRANGER)] }],
    ['is for the pictures of a CAROUSEL, not for its videos', 'CAROUSEL', { mediaTags: [tags(SECOND)] }],
    [
      'needs x and y for each tag in a picture',
      'CAROUSEL',
      { mediaTags: [tags(FIRST, { username: 'ada' })] },
    ],
    ['lies beyond the end of the video, which is 3.5 seconds long', 'REELS', { cover: { frameMs: 3501 } }],
    ['must have at most 200 characters', 'REELS', { audioName: 'x'.repeat(201) }],
    ['must have a visible character', 'REELS', { audioName: ' \n' }],
    ['needs paidPartnership: true', 'IMAGE', { sponsorIds: ['1'] }],
    ['must have at most 2 items', 'IMAGE', { paidPartnership: true, sponsorIds: ['1', '2', '3'] }],
    ['names an account twice', 'IMAGE', { paidPartnership: true, sponsorIds: ['1', '1'] }],
  ])('%s: %s', (sentence, mediaType, options) => {
    expect(messages(mediaType, { options })).toEqual([expect.stringContaining(sentence)])
  })

  it.each<[Kind, PostOptions]>([
    ['IMAGE', { altText: '🌙'.repeat(1000) }],
    ['REELS', { cover: { frameMs: 3500 } }],
    ['REELS', { mediaTags: [tags(SECOND, { username: 'ada' })] }],
  ])('may go as far as the platform does: %s', (mediaType, options) => {
    expect(messages(mediaType, { options })).toEqual([])
  })

  it('is said of userTags on a reel: the field that tags people there', () => {
    const given = { options: {}, userTags: [{ username: 'ada' }] }
    expect(problems('REELS', given)).toMatchObject([
      { field: 'userTags', code: 'INVALID_TAGS', message: expect.stringContaining('Send mediaTags') },
    ])
    expect(messages('STORIES', given)).toEqual([expect.not.stringContaining('mediaTags')])
  })

  it('tags a picture in one way only', () => {
    const given = { options: { mediaTags: [tags(FIRST)] }, userTags: [{ username: 'ada' }] }
    expect(problems('CAROUSEL', given)).toMatchObject([
      { field: 'mediaTags', code: 'INVALID_TAGS', message: expect.stringContaining('userTags') },
    ])
  })

  it.each<[CheckedFile, string[]]>([
    ['unknown', ['NOT_FOUND']],
    ['deleted', ['MEDIA_INVALID']],
    [{ kind: 'video', unfit: [] }, ['MEDIA_INVALID']],
    [{ kind: 'image', unfit: ['Too large.'] }, ['MEDIA_INVALID']],
    [{ kind: 'image', unfit: [] }, []],
  ])('has a picture as its cover: %j', (cover, codes) => {
    const found = problems('REELS', { options: { cover: { mediaFileId: STRANGER } }, cover })
    expect(found.map(({ code }) => code)).toEqual(codes)
  })

  it('may have lost its cover while it is a draft', () => {
    const given = {
      options: { cover: { mediaFileId: STRANGER } },
      cover: 'deleted',
      purpose: 'draft',
    } as const
    expect(messages('REELS', given)).toEqual([])
  })
})

describe('the options of a post', () => {
  it.each(OPTION_NAMES)('%s is kept as it was given, and cleared by null', (name) => {
    const row = OPTION_ROWS.find((one) => one.name === name)
    const { [name]: value } = row?.options({ picture: FIRST, video: SECOND }) ?? expect.unreachable()
    const options = patchOptions({}, { [name]: value })
    expect(options).toEqual({ [name]: value })
    expect(readOptions(storeOptions(options))).toEqual(options)
    expect(patchOptions(options, {})).toEqual(options)
    expect(storeOptions(patchOptions(options, { [name]: null }))).toBeNull()
  })

  it('are stored as equal text when they are equal', () => {
    const one = patchOptions({ aiGenerated: true }, { altText: 'x' })
    expect(storeOptions(one)).toBe(storeOptions({ altText: 'x', aiGenerated: true }))
  })

  const FILE = '6f1c8e7a-2b3d-4c5e-8f90-1a2b3c4d5e6f'

  it.each([
    '{',
    'null',
    '[]',
    '{"altText":7}',
    '{"cover":{"frameMs":-1}}',
    '{"ofTomorrow":true}',
    '{"trialReel":{"graduationStrategy":"MANUAL","ofTomorrow":true}}',
    `{"cover":{"mediaFileId":"${FILE}","ofTomorrow":true}}`,
    '{"cover":{"frameMs":1,"ofTomorrow":true}}',
    `{"cover":{"frameMs":1,"mediaFileId":"${FILE}"}}`,
    `{"altTexts":[{"mediaFileId":"${FILE}","altText":"x","ofTomorrow":true}]}`,
    `{"mediaTags":[{"mediaFileId":"${FILE}","userTags":[],"ofTomorrow":true}]}`,
    `{"mediaTags":[{"mediaFileId":"${FILE}","userTags":[{"username":"ada","ofTomorrow":true}]}]}`,
  ])('that cannot be understood keep the post from going out without them: %s', (options) => {
    expect(readOptions(options)).toBeNull()
    expect(payloadOf(aPost({ options }), [])).toBeNull()
  })

  it('of a newer version stay as they are, whatever is changed', () => {
    const options = '{"ofTomorrow":true}'
    const draft = aPost({ options })
    expect(toPatchedContent(draft, { altText: 'x', caption: 'y' })).toMatchObject({ options, caption: 'y' })
  })

  it('are in a payload only when there are any', () => {
    expect(payloadOf(aPost({ options: '{"altText":"x"}' }), [])).toHaveProperty('options', { altText: 'x' })
    expect(payloadOf(aPost(), [])).not.toHaveProperty('options')
  })

  it('of two edits at once are both kept', () => {
    const [before, mine] = [{ altText: 'a' }, { altText: 'a', aiGenerated: true }]
    expect(mergeOptions({ altText: 'b' }, before, mine)).toEqual({ altText: 'b', aiGenerated: true })
    expect(mergeOptions({ altText: 'b', aiGenerated: true }, mine, before)).toEqual({ altText: 'b' })
  })

  it('forget files that the post has lost', () => {
    const altTexts = [FIRST, SECOND].map((mediaFileId) => ({ mediaFileId, altText: 'x' }))
    expect(withoutLostFiles({ altTexts, aiGenerated: true }, [SECOND])).toEqual({
      aiGenerated: true,
      altTexts: [{ mediaFileId: SECOND, altText: 'x' }],
    })
    expect(withoutLostFiles({ altTexts }, [])).toEqual({})
  })

  it('take the alt texts of their files where they say nothing', () => {
    const media = [
      { id: FIRST, altText: 'A loaf' },
      { id: SECOND, altText: null },
    ]
    expect(withDefaultAltTexts({}, 'IMAGE', media)).toEqual({ altText: 'A loaf' })
    expect(withDefaultAltTexts({ altText: '' }, 'IMAGE', media)).toEqual({ altText: '' })
    const all = { altTexts: [{ mediaFileId: FIRST, altText: 'A loaf' }] }
    expect(withDefaultAltTexts({}, 'CAROUSEL', [...media, ...media])).toEqual(all)
    expect(withDefaultAltTexts({}, 'STORIES', media)).toEqual({})
  })
})
