// What posts say in the data folder, as a version stored it: it does not follow what the sources say today.

/** Code, subcode, and what else such a post has. */
export const REFUSED: readonly (readonly [code: number, subcode: number | null, content?: object])[] = [
  [190, 458],
  [190, 459],
  [190, 460],
  [190, 463],
  [190, 464],
  [190, 492],
  [10, null],
  [3, null],
  [200, null],
  [25, 2_207_050],
  [100, 2_207_018, { collaborators: ['quiet.harbour'] }],
  [100, 2_207_018, { userTags: [{ username: 'one', x: 0.1, y: 0.2 }], collaborators: ['another'] }],
  [100, 2_207_023],
  [100, 2_207_028],
  [100, 2_207_035],
  [100, 2_207_040],
  [100, 2_207_089],
  [1, 2_207_057],
  [352, 2_207_026],
  [36_000, 2_207_004],
  [36_001, 2_207_005],
  [36_003, 2_207_009],
  [36_004, 2_207_010],
  [2, 2_207_081],
]

/** What needs a Worker that is silent at the right moment. */
export const WARNINGS = [
  { code: 'TAKEN_OVER', params: {} },
  { code: 'PUBLISHED_TWICE', params: {} },
  { code: 'FROM_SECOND_COPY', params: {} },
  { code: 'CLOCKS_DIFFER', params: { minutes: 7 } },
]

/** What needs a platform or a Worker that fails for an hour, or just then. */
export const FAILURES = [
  'NOT_CONFIRMED',
  'NOT_TOLD_APART',
  'CLOUD_FORGOT',
  'LEFT_IN_CLOUD',
  'CLOUD_LET_GO',
  'CLOUD_FAILED',
  'CONTAINER_DISCARDED',
  'NEVER_ACCEPTED',
  'NOT_PROCESSED_IN_TIME',
  'NEVER_PREPARED',
].map((code) => ({ code, params: {}, platform: null }))
