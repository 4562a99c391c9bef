import { describe, expect, it } from 'vitest'
import { contentProblems } from '../../../../core/rules/content/content-problems.ts'
import type {
  CheckedAccount,
  CheckedContent,
  CheckedFile,
  CheckPurpose,
} from '../../../../core/rules/content/checked-content.ts'

const NOW = 1_000_000

const PICTURE: CheckedFile = { kind: 'image', unfit: [] }
const VIDEO: CheckedFile = { kind: 'video', unfit: [] }

const CONTENT: CheckedContent = {
  mediaType: 'IMAGE',
  caption: null,
  userTags: [],
  storyMentions: [],
  collaborators: [],
  locationId: null,
  locationName: null,
  crossPostToPartner: false,
}

interface Given {
  readonly content?: Partial<CheckedContent>
  readonly account?: Partial<CheckedAccount>
  readonly files?: readonly CheckedFile[]
  readonly purpose?: CheckPurpose
}

function rules({ content, account, files = [PICTURE], purpose = 'publish' }: Given): string[] {
  const checked = { loginMethod: 'platform', tokenExpiresAt: null, ...account } as const
  return contentProblems({ ...CONTENT, ...content }, checked, files, { purpose, now: NOW }).map(
    ({ rule }) => rule,
  )
}

const ada = { username: 'ada' }

describe('what is wrong with a post', () => {
  it('is nothing for one picture without a caption', () => {
    expect(rules({})).toEqual([])
  })

  it('is reported all at once, in the order in which the server refuses', () => {
    const content = {
      mediaType: 'STORIES',
      caption: 'a'.repeat(2201),
      userTags: [ada],
      collaborators: ['ada'],
      crossPostToPartner: true,
    } as const
    const account = { tokenExpiresAt: NOW }
    expect(rules({ content, account, files: [] })).toEqual([
      'captionLength',
      'accessEnded',
      'tagsOnType',
      'collaboratorsOnType',
      'crossPostLogin',
      'noMedia',
    ])
  })

  it.each<[rule: string, content: Partial<CheckedContent>]>([
    ['tagCount', { userTags: Array.from({ length: 21 }, () => ada) }],
    ['usernameLength', { userTags: [{ username: 'a'.repeat(31) }] }],
    ['usernameLength', { collaborators: [''] }],
    ['collaboratorCount', { collaborators: ['a', 'b', 'c', 'd'] }],
    ['mentionCount', { mediaType: 'STORIES', storyMentions: Array.from({ length: 6 }, () => ada) }],
    ['mentionsOnType', { storyMentions: [ada] }],
    ['locationLength', { locationId: '1'.repeat(65) }],
    ['locationLength', { locationName: 'x'.repeat(201) }],
    ['crossPostLogin', { crossPostToPartner: true }],
    ['optionSize', { options: { firstComment: 'x'.repeat(301) } }],
    ['optionSize', { options: { altText: 'x'.repeat(1_001) } }],
    ['optionValue', { options: { firstComment: '#a #b #c #d #e' } }],
    ['optionOnType', { mediaType: 'STORIES', options: { firstComment: 'Hello' } }],
    ['optionOnType', { mediaType: 'STORIES', options: { commentsEnabled: false } }],
  ])('is %s of %j', (rule, content) => {
    expect(rules({ content })).toEqual([rule])
  })

  it('counts a caption in characters, so that 2200 emoji are not too many', () => {
    expect(rules({ content: { caption: '🌙'.repeat(2200) } })).toEqual([])
  })

  it('has places for tags in a feed post only, and for mentions in a story only', () => {
    expect(rules({ content: { userTags: [ada] } })).toEqual([])
    expect(rules({ content: { mediaType: 'REELS', userTags: [ada] }, files: [VIDEO] })).toEqual([
      'tagsOnType',
    ])
    expect(rules({ content: { mediaType: 'STORIES', storyMentions: [ada] } })).toEqual([])
  })

  it.each([
    ['platform', 'instagram_business_manage_comments'],
    ['partner', 'instagram_manage_comments'],
  ] as const)(
    'has comments where the %s login was granted them, or nobody knows',
    (loginMethod, permission) => {
      for (const options of [{ firstComment: 'Hello' }, { commentsEnabled: false }]) {
        const rulesFor = (grantedScopes: readonly string[] | null) =>
          rules({ content: { options }, account: { loginMethod, grantedScopes } })
        expect(rulesFor(null)).toEqual([])
        expect(rulesFor([permission])).toEqual([])
        expect(rulesFor(['instagram_basic'])).toEqual(['optionPermission'])
      }
      expect(
        rules({
          content: { options: { commentsEnabled: true } },
          account: { loginMethod, grantedScopes: [] },
        }),
      ).toEqual([])
    },
  )

  it('names the carousel before the login when a post cannot be cross-posted', () => {
    const content = { mediaType: 'CAROUSEL', crossPostToPartner: true } as const
    expect(rules({ content, files: [PICTURE, VIDEO] })).toEqual(['crossPostOnType', 'crossPostLogin'])
    const partner = { loginMethod: 'partner' } as const
    expect(rules({ content, files: [PICTURE, VIDEO], account: partner })).toEqual(['crossPostOnType'])
  })
})

describe('the files of a post', () => {
  it('may be missing from a draft alone', () => {
    expect(rules({ files: [], purpose: 'draft' })).toEqual([])
    expect(rules({ files: [], purpose: 'schedule' })).toEqual(['noMedia'])
  })

  it('are 2 to 10 in a carousel, in a draft as well once there is one', () => {
    const content = { mediaType: 'CAROUSEL' } as const
    const of = (count: number): CheckedFile[] => Array.from({ length: count }, () => PICTURE)
    expect(rules({ content, files: of(1), purpose: 'draft' })).toEqual(['tooFewItems'])
    expect(rules({ content, files: of(2) })).toEqual([])
    expect(rules({ content, files: of(10) })).toEqual([])
    expect(rules({ content, files: of(11) })).toEqual(['tooManyItems'])
  })

  it('are of the kind that the post takes, which is said once', () => {
    const unfit = ['An IMAGE post needs a picture.']
    expect(rules({ files: [{ kind: 'video', unfit }] })).toEqual(['imageNeeded'])
    expect(rules({ content: { mediaType: 'REELS' } })).toEqual(['videoNeeded'])
  })

  it('are told with everything that keeps each of them from the post', () => {
    const files: CheckedFile[] = [
      { kind: 'image', unfit: ['Too large.', 'Too wide.'] },
      { kind: 'video', unfit: ['Too long.'] },
    ]
    const content = { ...CONTENT, mediaType: 'CAROUSEL' } as const
    const account = { loginMethod: 'platform', tokenExpiresAt: null } as const
    const problems = contentProblems(content, account, files, { purpose: 'publish', now: NOW })
    expect(problems.map(({ code, message }) => [code, message])).toEqual([
      ['MEDIA_INVALID', 'Too large.'],
      ['MEDIA_INVALID', 'Too wide.'],
      ['MEDIA_INVALID', 'Too long.'],
    ])
  })

  it('may have been deleted from a draft, and not from what goes out', () => {
    expect(rules({ files: ['deleted'], purpose: 'draft' })).toEqual([])
    expect(rules({ files: ['deleted'] })).toEqual(['deletedFile'])
    expect(rules({ files: ['unknown'], purpose: 'draft' })).toEqual(['unknownFile'])
  })
})

describe('an access that has ended', () => {
  it('keeps a post from going out now, not from its time or from the drafts', () => {
    const account = { tokenExpiresAt: NOW }
    expect(rules({ account })).toEqual(['accessEnded'])
    expect(rules({ account, purpose: 'schedule' })).toEqual([])
    expect(rules({ account, purpose: 'draft' })).toEqual([])
  })
})
