// Warnings of a post while the cloud has it, or should. Each is taken away again when it stops being true.

export const NOT_ANSWERED =
  'The cloud was asked to take this post and has not answered yet. Only the cloud publishes it; whether it has it is being found out.'

export const LATE_UNANSWERED =
  'This post was due, and the cloud, which may have it, has not answered. It may be published, or still be. This computer does not publish it unless you take it over.'

export const LATE_IN_CLOUD =
  'This post was due in the cloud, which has not answered since. It may be published already. This computer does not publish it unless you take it over.'

export const TAKEN_OVER =
  'You took this post over from the cloud, which did not answer. Should the cloud publish it as well, it is live twice: check the profile.'
export const PUBLISHED_TWICE =
  'The cloud has published this post as well, so it is live twice. Open the profile and delete one of the two.'

/** The warning from the second copy, while the object does not answer. */
export const FROM_SECOND_COPY =
  'The cloud’s scheduler does not answer. What is shown here is from its second copy, and is checked as soon as it answers.'

const OURS: ReadonlySet<string> = new Set([
  NOT_ANSWERED,
  LATE_UNANSWERED,
  LATE_IN_CLOUD,
  TAKEN_OVER,
  PUBLISHED_TWICE,
  FROM_SECOND_COPY,
])

/** The Worker's own clock decides when a post goes out. */
export const clockIsOff = (minutes: number) =>
  `This computer’s clock and the cloud’s differ by ${Math.abs(minutes)} minutes. The cloud publishes this post by its own clock: set this computer’s clock right, and check the time of the post.`

/** The other warnings of a post, and this one. */
export function withCloudWarning(
  warnings: readonly string[] | null,
  warning: string | null,
): readonly string[] | null {
  const others = (warnings ?? []).filter((one) => !OURS.has(one))
  const all = warning === null ? others : [...others, warning]
  return all.length > 0 ? all : null
}

export const ranLocallyInstead = (reason: string) =>
  `The cloud could not take this post (${reason.replace(/\.$/, '')}), so this computer publishes it: Nightpost must be running then.`

/** The warning of a post whose end cannot be known. */
export const FORGOTTEN =
  'The cloud no longer knows this post and cannot say whether it was published. Check the profile before you retry it.'
export const LEFT_BEHIND =
  'The cloud was disconnected while it had this post. It may already be published, or may still be published later. Check the profile before you retry it.'

export const LET_GO =
  'The cloud gave up this post although this computer had not asked it to. Nothing was published. Retry it to publish it from here.'
export const FAILED_THERE =
  'Publishing this post failed in the cloud, which can no longer say why. Nothing was published. Retry it to publish it from here.'
