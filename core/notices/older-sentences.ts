// Sentences as older versions stored them, where the words have changed since. Rows that say one of them say its code from
// then on. What is not here and not in the catalogues is kept as it was written.
import type { FailureCode } from './failure-details.ts'
import type { WarningCode } from './warnings.ts'

type Older<Code extends string> = readonly (readonly [code: Code, ...sentences: readonly string[]])[]

export const OLDER_WARNINGS: Older<WarningCode> = [
  [
    'CLOUD_NOT_ANSWERED',
    'The cloud was asked to take this post and has not answered yet. Only the cloud publishes it; whether it has it is being found out.',
  ],
  [
    'CLOUD_LATE_UNANSWERED',
    'This post was due, and the cloud, which may have it, has not answered. It may be published, or still be. This computer does not publish it unless you take it over.',
  ],
  [
    'CLOUD_LATE',
    'This post was due in the cloud, which has not answered since. It may be published already. This computer does not publish it unless you take it over.',
  ],
  [
    'TAKEN_OVER',
    'You took this post over from the cloud, which did not answer. Should the cloud publish it as well, it is live twice: check the profile.',
  ],
  [
    'CLOCKS_DIFFER',
    'The clock of this computer and that of the cloud differ by {minutes} minutes. The cloud publishes this post by its own clock: set this computer’s right, and check the time of the post.',
  ],
  [
    'ACCESS_ENDED',
    'The access to this account has ended. Reconnect the account before the post is due, or the post will fail.',
  ],
  [
    'ACCESS_ENDS_BEFORE',
    'The access to this account ends before the post is due. Nightpost renews it while it runs; should that fail, reconnect the account in time.',
  ],
  ['PREPARATION_FAILED', 'Preparing this post failed, and is tried again at its time: {failure}'],
  [
    'CLOCK_AHEAD',
    'The clock of this computer is ahead of Instagram’s. The post goes out at its time by Instagram’s clock; put this one right.',
  ],
  [
    'TALL_PICTURE',
    'The picture is {ratio}. Instagram does not take everything that is taller than 4:5. Crop it to 4:5 to be on the safe side.',
  ],
  [
    'TALL_VIDEO',
    'The video is {ratio}. Instagram does not take everything that is taller than 4:5. Crop it to 4:5 to be on the safe side.',
  ],
  [
    'TAGS_LEFT_OUT',
    'Nobody was tagged: Instagram takes the tags of a carousel on pictures only, and this one has none.',
  ],
  [
    'FOUND_LIVE',
    'This post was due before Nightpost was started and was found on the profile. It was not published again.',
  ],
  [
    'PAGE_COPY_UNKNOWN',
    'The post is live. Whether its copy on the Facebook Page is, nobody told us: look at the Page before you share it there again.',
  ],
  [
    'PAGE_COPY_WITHOUT_PAGE',
    'The post is live, but its copy on the Facebook Page was not made: the account has no linked Page any more. Reconnect it.',
  ],
  [
    'PAGE_COPY_WITHOUT_POST',
    'The post is live, but its copy on the Facebook Page was not made: it had no post to name.',
  ],
  ['SIGNATURE_LEFT_OUT', 'The signature could not be painted into a video.'],
]

export const OLDER_FAILURES: Older<FailureCode> = [
  [
    'VERIFICATION_NEEDED',
    'Instagram wants the account checked. Open the app, clear the check, then reconnect.',
  ],
  ['ACCESS_ENDED', 'The access to this account has ended. Reconnect it.'],
  ['PERMISSION_MISSING', 'A permission is missing. Reconnect the account and grant all of them.'],
  ['OBJECT_NOT_FOUND', 'The platform could not find the object just now.'],
  ['ACCOUNT_BLOCKED', 'The account is blocked from this action for a while. Try again tomorrow.'],
  [
    'ACCOUNT_RESTRICTED',
    'The account is inactive or restricted. Sign in to the app and finish what it asks for.',
  ],
  ['CALL_LIMIT', 'The platform’s call limit is reached. Try again in an hour.'],
  ['PUBLISHING_LIMIT', 'The account’s publishing limit of the last 24 hours is reached. Try again later.'],
  ['PLATFORM_FAULT', 'The platform had a failure of its own.'],
  ['PLATFORM_GAVE_NO_REASON', 'The platform failed without a reason. Check the file’s codec and length.'],
  ['REFUSED_FOR_UNKNOWN_REASON', 'The platform refused for a reason we do not know.'],
  ['MEDIA_FETCHED_TOO_SLOWLY', 'The platform found the media address too slow.'],
  ['CONTAINER_NOT_FOUND', 'The platform did not find the prepared post yet.'],
  [
    'FILE_NOT_PROCESSED_WITH_MUSIC',
    'The platform could not process the file. If it happens again, export it anew; a video that is to get music needs a sound track of its own.',
  ],
  ['FILE_NOT_PROCESSED', 'The platform could not process the file. If it happens again, export it anew.'],
  ['VIDEO_FORMAT', 'The platform does not take this video format. Export it as MP4 with H.264 and AAC.'],
  ['IMAGE_FORMAT', 'The platform does not take this image format.'],
  ['ASPECT_RATIO', 'The picture’s shape is not accepted. Crop it to between 4:5 and 1.91:1.'],
  ['DELETED_IN_APP_ONLY', 'This kind of post can be deleted in the app only.'],
  [
    'BYTES_NOT_TAKEN',
    'Instagram did not take the video’s bytes from this login and needs a public address for it. Set up a media bucket in the settings, then retry.',
  ],
  [
    'NEVER_PREPARED',
    'The platform was asked several times to prepare this post, without a result. Nothing was published. Try again.',
  ],
  ['ACCESS_EXPIRED', 'The access to this account has expired. Reconnect it.'],
  ['TOKEN_UNREADABLE', 'The account’s token cannot be read any more. Reconnect it.'],
  [
    'TOKEN_UNREADABLE_AT_WORKER',
    'The Worker cannot read the account’s token: it holds another encryption key than the server. Deploy it again.',
  ],
  [
    'NOT_CONFIRMED',
    'The platform did not confirm this post. It may already be live – check the profile. Retrying is safe: we look before we post.',
  ],
  [
    'NOT_TOLD_APART',
    'The platform did not confirm this post, and it may be one that is on the profile now: without a caption we cannot tell. Check the profile, then delete this post here. If it was not there, make it again.',
  ],
  ['CONTAINER_DISCARDED', 'The platform gave the prepared post up. Nothing was published. Try again.'],
  [
    'NEVER_ACCEPTED',
    'The platform did not take the post after several tries. Nothing was published. Try again later.',
  ],
  [
    'NOT_SENT_AGAIN',
    'The post was deleted while it was being published. The platform did not take it, and it was not sent again.',
  ],
  [
    'ALIKE_IS_LIVE',
    'This post was due before Nightpost was started, and something like it is on the profile. It may already be live, so it was not sent. Check the profile; if the post is not there, try again to publish it.',
  ],
  [
    'TOO_MUCH_IS_LIVE',
    'This post was due before Nightpost was started. So much was published since then that we could not look whether it is live, so it was not sent. Check the profile; if the post is not there, try again to publish it.',
  ],
  [
    'NOT_LOOKED_FOR',
    'This post was due before Nightpost was started, and Instagram did not let us look whether it is live, so it was not sent. Try again: we look before we send it.',
  ],
  [
    'DISCONNECTED_BEFORE',
    'The account was disconnected before this post was published. Nothing was published. Connect it again and make the post anew.',
  ],
  ['POST_UNREADABLE', 'The stored post cannot be read. Make it anew.'],
  [
    'TAKEN_OVER',
    'You took this post over from the cloud, which did not answer. Should the cloud publish it as well, it is live twice: check the profile.',
  ],
  [
    'CLOUD_FORGOT',
    'The cloud does not know this post any more and cannot say whether it was published. Check the profile before you retry it.',
  ],
  [
    'LEFT_IN_CLOUD',
    'The cloud was disconnected while it had this post, and it may still publish it. Check the profile before you retry it.',
  ],
  [
    'CLOUD_LET_GO',
    'The cloud gave this post up although this computer had not asked for that. Nothing was published. Retry it to publish it from here.',
  ],
  [
    'CLOUD_FAILED',
    'Publishing this post failed in the cloud, which does not say why any more. Nothing was published. Retry it to publish it from here.',
  ],
  ['STORY_NOT_SHAREABLE', 'The author does not allow to share the story.'],
  ['STORY_WITHOUT_MENTION', 'The story does not mention this account any more.'],
  ['MENTION_FOUND_BEFORE', 'The other source had found this mention before.'],
  ['REPOST_DELETED', 'Its post was deleted before anything of it was sent.'],
]
