// Every option of a post: how it is asked for, and what the platform is then asked for and shows. Published by both logins,
// from this computer and by the Worker.
import type { OptionName, PostOptions } from '../core/rules/content/post-options.ts'

export interface OptionRow {
  readonly name: OptionName
  readonly mediaType: 'IMAGE' | 'REELS' | 'CAROUSEL'
  /** `picture` is the first file of a CAROUSEL, and the cover of a reel; `video` is the reel. */
  options(files: { readonly picture: string; readonly video: string }): PostOptions
  /** Parameters of the container: of the first item of an album where `onItem` says so. */
  readonly parameters: Readonly<Record<string, string | RegExp>>
  readonly onItem?: true
  /** The live media has it, as the sandbox names it; again the first item. */
  readonly live: Readonly<Record<string, unknown>>
  /** The login that can carry it; absent: both. */
  readonly login?: 'partner'
}

const SPONSOR = '17841460056789012'
const LABELLED = ['IMAGE', 'REELS', 'CAROUSEL'] as const

export const OPTION_ROWS: readonly OptionRow[] = [
  {
    name: 'altText',
    mediaType: 'IMAGE',
    options: () => ({ altText: 'Bread on a sill' }),
    parameters: { alt_text: 'Bread on a sill' },
    live: { altText: 'Bread on a sill' },
  },
  {
    name: 'altTexts',
    mediaType: 'CAROUSEL',
    options: ({ picture }) => ({ altTexts: [{ mediaFileId: picture, altText: 'Buns, still warm' }] }),
    onItem: true,
    parameters: { alt_text: 'Buns, still warm' },
    live: { altText: 'Buns, still warm' },
  },
  {
    name: 'mediaTags',
    mediaType: 'CAROUSEL',
    options: ({ picture }) => ({
      mediaTags: [{ mediaFileId: picture, userTags: [{ username: 'ilse.eats', x: 0.25, y: 0.5 }] }],
    }),
    onItem: true,
    parameters: { user_tags: '[{"username":"ilse.eats","x":0.25,"y":0.5}]' },
    live: { userTags: [{ username: 'ilse.eats', x: 0.25, y: 0.5 }] },
  },
  {
    name: 'mediaTags',
    mediaType: 'REELS',
    options: ({ video }) => ({ mediaTags: [{ mediaFileId: video, userTags: [{ username: 'ilse.eats' }] }] }),
    parameters: { user_tags: '[{"username":"ilse.eats"}]' },
    live: { userTags: [{ username: 'ilse.eats', x: null, y: null }] },
  },
  {
    name: 'cover',
    mediaType: 'REELS',
    options: () => ({ cover: { frameMs: 1_500 } }),
    parameters: { thumb_offset: '1500' },
    live: { thumbOffset: 1_500, coverUrl: null },
  },
  {
    name: 'cover',
    mediaType: 'REELS',
    options: ({ picture }) => ({ cover: { mediaFileId: picture } }),
    parameters: { cover_url: /^https?:.*\.jpg$/ },
    live: { thumbOffset: null, coverUrl: /\.jpg$/ },
  },
  ...[true, false].map((shareToFeed): OptionRow => ({
    name: 'shareToFeed',
    mediaType: 'REELS',
    options: () => ({ shareToFeed }),
    parameters: { share_to_feed: String(shareToFeed) },
    live: { shareToFeed },
  })),
  {
    name: 'audioName',
    mediaType: 'REELS',
    options: () => ({ audioName: 'The oven at six' }),
    parameters: { audio_name: 'The oven at six' },
    live: { audioName: 'The oven at six' },
  },
  ...(['MANUAL', 'SS_PERFORMANCE'] as const).map((graduationStrategy): OptionRow => ({
    name: 'trialReel',
    mediaType: 'REELS',
    options: () => ({ trialReel: { graduationStrategy } }),
    parameters: { trial_params: JSON.stringify({ graduation_strategy: graduationStrategy }) },
    live: { isTrial: true, graduation: graduationStrategy },
  })),
  ...LABELLED.map((mediaType): OptionRow => ({
    name: 'aiGenerated',
    mediaType,
    options: () => ({ aiGenerated: true }),
    parameters: { is_ai_generated: 'true' },
    live: { isAiGenerated: true },
  })),
  ...LABELLED.map((mediaType): OptionRow => ({
    name: 'paidPartnership',
    mediaType,
    login: 'partner',
    options: () => ({ paidPartnership: true }),
    parameters: { is_paid_partnership: 'true' },
    live: { isPaidPartnership: true, sponsorIds: [] },
  })),
  ...LABELLED.map((mediaType): OptionRow => ({
    name: 'sponsorIds',
    mediaType,
    login: 'partner',
    options: () => ({ paidPartnership: true, sponsorIds: [SPONSOR] }),
    parameters: { is_paid_partnership: 'true', branded_content_sponsor_ids: `["${SPONSOR}"]` },
    live: { isPaidPartnership: true, sponsorIds: [SPONSOR] },
  })),
  // Both follow once the post is live: no container is asked for them.
  ...LABELLED.map((mediaType): OptionRow => ({
    name: 'firstComment',
    mediaType,
    options: () => ({ firstComment: 'Recipe below #bread' }),
    parameters: {},
    live: { comments: [{ text: 'Recipe below #bread' }], commentsEnabled: true },
  })),
  ...LABELLED.map((mediaType): OptionRow => ({
    name: 'commentsEnabled',
    mediaType,
    options: () => ({ commentsEnabled: false }),
    parameters: {},
    live: { comments: [], commentsEnabled: false },
  })),
]
