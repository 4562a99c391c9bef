import { WARNINGS } from './warning-sentences.ts'

/** Why something failed, in English. Codes are stored, so none is renamed. */
export const FAILURES = {
  // The platform's refusals, by the numbers of `error-table.ts`
  APP_REMOVED: 'Your Meta app was removed from the account. Reconnect the account.',
  VERIFICATION_NEEDED:
    'Instagram wants you to verify the account. Open the Instagram app, complete the check, then reconnect.',
  PASSWORD_CHANGED: 'The password was changed. Reconnect the account.',
  ACCOUNT_NOT_CONFIRMED: 'The account is not confirmed. Confirm it in the Instagram app, then reconnect.',
  PAGE_ROLE_LOST: 'You lost your role on the linked Page. Restore it, then reconnect.',
  ACCESS_ENDED: 'Access to this account has ended. Reconnect it.',
  PERMISSION_MISSING: 'A permission is missing. Reconnect the account and grant every permission.',
  PERMISSION_NOT_GRANTED:
    'A permission is not granted, or the app was restricted. Check the app dashboard, then reconnect.',
  APP_OR_ROLE_RESTRICTED:
    'The app was restricted, or a role is missing. Check the app dashboard, and your role in Meta’s Business settings. Reconnect the account only if a permission was left out.',
  CAPABILITY_MISSING: 'Your Meta app is not set up for this. Check it in the app dashboard.',
  OBJECT_NOT_FOUND:
    'Instagram could not find the account or the post. Reconnect the account if this keeps happening.',
  ACCOUNT_BLOCKED: 'The account is blocked from this action for now. Try again tomorrow.',
  ACCOUNT_LIMITED: 'Instagram is limiting this account. Publish again after a day.',
  ACCOUNT_RESTRICTED:
    'The account is inactive or restricted. Sign in to the Instagram app and do what it asks.',
  CALL_LIMIT: 'Instagram takes no more requests for now. Try again in an hour.',
  PUBLISHING_LIMIT: 'The account has reached Instagram’s publishing limit for 24 hours. Try again later.',
  PLATFORM_FAULT: 'Instagram had an internal error.',
  PLATFORM_GAVE_NO_REASON:
    'Instagram could not use the file and gave no reason. Check its format and length.',
  REFUSED_FOR_UNKNOWN_REASON: 'Instagram refused for an unknown reason.',
  MEDIA_FETCHED_TOO_SLOWLY: 'Instagram could not fetch the media fast enough.',
  MEDIA_NOT_FETCHED: 'Instagram could not fetch the file from its public address.',
  CONTAINER_EXPIRED: 'The prepared post expired before it was published.',
  CONTAINER_NOT_FOUND: 'Instagram has not found the prepared post yet.',
  CONTAINER_NOT_READY: 'The prepared post was not ready yet.',
  ONE_OF_PEOPLE_REFUSED:
    'One of {names} cannot be tagged or named as a collaborator: the account is private, unknown, or does not allow it. Take the name out.',
  SOMEBODY_REFUSED:
    'Somebody cannot be tagged or named as a collaborator: the account is private, unknown, or does not allow it. Take the name out.',
  PERSON_REFUSED:
    '{name} cannot be tagged or named as a collaborator: the account is private, unknown, or does not allow it. Take the name out.',
  CAROUSEL_VIDEO_ALONE:
    'A video that was made for a carousel cannot be published by itself. Publish it as a reel.',
  FILE_NOT_PROCESSED_WITH_MUSIC:
    'Instagram could not process the file. Export it again if this keeps happening; a video that is to get music needs its own audio track.',
  FILE_NOT_PROCESSED: 'Instagram could not process the file. Export it again if this keeps happening.',
  COVER_OUTSIDE_VIDEO: 'The cover time lies outside the video. Choose another frame.',
  FIELD_REFUSED: 'Instagram did not accept something in this post.',
  CAROUSEL_COUNT: 'A carousel needs 2 to 10 files.',
  PRODUCT_TAGS_REFUSED: 'The product tags were not accepted.',
  TOO_MANY_MENTIONS: 'The post mentions more than 20 accounts. Use fewer.',
  VIDEO_FORMAT: 'Instagram does not accept this video format. Export it as MP4 with H.264 and AAC.',
  IMAGE_FORMAT: 'Instagram does not accept this image format. Export it as JPEG.',
  IMAGE_TOO_LARGE: 'The image is larger than 8 MB. Export it smaller.',
  ASPECT_RATIO: 'The picture’s aspect ratio is not accepted. Crop it to between 4:5 and 1.91:1.',
  CAPTION_TOO_LONG: 'The caption is too long: 2,200 characters at most.',
  DELETED_IN_APP_ONLY: 'This kind of post can only be deleted in the Instagram app.',
  NO_TRIAL_REELS: 'This account cannot publish trial reels.',

  // On the way to the publish call
  UNEXPECTED_ANSWER: 'Instagram did not answer as expected ({reason}). Try again.',
  NO_PUBLIC_ADDRESS:
    'Instagram fetches pictures from a public address, and there is none. Set up a media bucket in the settings, then retry.',
  BYTES_NOT_TAKEN:
    'Instagram did not accept a direct upload of the video through this login and needs a public address for it. Set up a media bucket in the settings, then retry.',
  INTERRUPTED_TOO_OFTEN:
    'Nightpost was stopped again and again while it prepared this post. Nothing was published. Try again.',
  /** In rows of older versions. */
  NEVER_PREPARED:
    'Instagram did not prepare this post after several tries. Nothing was published. Try again.',
  NOT_PROCESSED_IN_TIME: 'Instagram did not process the file in time. Nothing was published. Try again.',
  MEDIA_GONE: 'A media file of this post was deleted. Create the post again with another one.',
  ACCOUNT_DISCONNECTED: 'The account was disconnected.',
  ACCESS_EXPIRED: 'Access to this account has expired. Reconnect it.',
  TOKEN_UNREADABLE: 'The account’s token can no longer be read. Reconnect the account.',
  TOKEN_UNREADABLE_AT_WORKER:
    'The Worker cannot read the account’s token: it has a different key from this computer. Deploy it again.',

  // After the publish call
  NOT_CONFIRMED:
    'Instagram did not confirm this post. It may already be live: check the profile. Retrying is safe: we look before we post.',
  NOT_TOLD_APART:
    'Instagram did not confirm this post, and it may be one that is on the profile now: without a caption we cannot tell. Check the profile, then delete this post here. If it was not there, create it again.',
  CONTAINER_DISCARDED: 'Instagram discarded the prepared post. Nothing was published. Try again.',
  NEVER_ACCEPTED: 'Several tries to publish this post had no effect. Nothing was published. Try again later.',
  FOUND_NOT_LIVE:
    'Instagram did not confirm this post at first. Now it is certain that nothing was published. Try again.',
  OLD_FILES_PREPARED:
    'A file of this post was changed after Instagram had prepared it, so the earlier version was not sent. Nothing was published. Try again after a day, or create the post again.',
  NOT_SENT_AGAIN:
    'The post was deleted while it was being published. Instagram did not accept it, and it was not sent again.',
  ALIKE_IS_LIVE:
    'Something like this post is on the profile. It may already be live, so it was not sent. Check the profile; if the post is not there, retry it.',
  TOO_MUCH_IS_LIVE:
    'This post may already be live. Too much is on the profile to tell, so it was not sent. Check the profile; if the post is not there, retry it.',
  NOT_LOOKED_FOR:
    'Instagram did not let us check whether this post is already live, so it was not sent. Retrying is safe: we look before we post.',

  // From outside of its steps
  DELETED_BEFORE: 'The post was deleted before it was published.',
  DISCONNECTED_BEFORE:
    'The account was disconnected before this post was published. Nothing was published. Connect it again and create a new post.',
  POST_UNREADABLE:
    'Something stored with this post cannot be read, so it was not published. Try again, after an update if a newer version of Nightpost wrote it. If that does not help, create the post again.',
  RECORD_UNREADABLE:
    'The stored record of this post cannot be read, and the post may already be live. Check the profile. Retrying is safe: we look before we post.',

  // In the cloud
  TAKEN_OVER: WARNINGS.TAKEN_OVER,
  CLOUD_FORGOT:
    'The cloud no longer knows this post and cannot say whether it was published. Check the profile before you retry it.',
  LEFT_IN_CLOUD:
    'The cloud was disconnected while it had this post. It may already be published, or may still be published later. Check the profile before you retry it.',
  CLOUD_LET_GO:
    'The cloud gave up this post, and this computer may not remember all that was done with it. It may already be live: check the profile before you retry it.',
  CLOUD_FAILED:
    'Publishing this post failed in the cloud, which can no longer say why. It may be live all the same: check the profile before you retry it.',

  // Of mentions
  STORY_EXPIRED: 'The story is over, or its author has deleted it.',
  AUTHOR_PRIVATE: 'The author’s account is private.',
  STORY_NOT_SHAREABLE: 'The author does not allow the story to be shared.',
  STORY_WITHOUT_MENTION: 'The story no longer mentions this account.',
  STORY_UNAVAILABLE: 'Instagram does not show the story.',
  MENTION_FOUND_BEFORE: 'This mention had already been found in another way.',
  REPOST_DELETED: 'The repost was deleted before it was published.',
  MENTION_UNREADABLE: 'The stored mention cannot be read.',

  /** A sentence that is none of these: another part's, or an older version's. */
  TEXT: '{text}',
} as const
