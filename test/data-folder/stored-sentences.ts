// What posts say in the data folder. Texts as a version stored them: they do not follow what the sources say today.

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
  'You took this post over from the cloud, which did not answer. Should the cloud publish it as well, it is live twice: check the profile.',
  'The cloud has published this post as well, so it is live twice. Open the profile and delete one of the two.',
  'The cloud’s scheduler does not answer. What is shown here is from its second copy, and is checked as soon as it answers.',
  'The clock of this computer and that of the cloud differ by 7 minutes. The cloud publishes this post by its own clock: set this computer’s right, and check the time of the post.',
]

/** What needs a platform or a Worker that fails for an hour, or just then. */
export const FAILURES = [
  'The platform did not confirm this post. It may already be live: check the profile. Retrying is safe: we look before we post.',
  'The platform did not confirm this post, and it may be one that is on the profile now: without a caption we cannot tell. Check the profile, then delete this post here. If it was not there, make it again.',
  'The cloud does not know this post any more and cannot say whether it was published. Check the profile before you retry it.',
  'The cloud was disconnected while it had this post, and it may still publish it. Check the profile before you retry it.',
  'The cloud gave this post up although this computer had not asked for that. Nothing was published. Retry it to publish it from here.',
  'Publishing this post failed in the cloud, which does not say why any more. Nothing was published. Retry it to publish it from here.',
  'The platform gave the prepared post up. Nothing was published. Try again.',
  'The platform did not take the post after several tries. Nothing was published. Try again later.',
  'The platform did not process the file in time. Nothing was published. Try again.',
  'The platform was asked several times to prepare this post, without a result. Nothing was published. Try again.',
]
