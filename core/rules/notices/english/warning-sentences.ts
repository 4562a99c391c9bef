/** Warnings of a post, in English: what people should know although nothing failed. Codes are stored, so none is renamed. */
export const WARNINGS = {
  // Of a post that the cloud has, or should have. Each is taken away again when it stops being true.
  CLOUD_NOT_ANSWERED:
    'The cloud was asked to take this post and has not answered yet. Until it does, this computer does not publish it.',
  CLOUD_CANNOT_SAY:
    'The cloud was asked to take this post and could not say whether it did: {reason}. Until it can, this computer does not publish it.',
  CLOUD_LATE_UNANSWERED:
    'This post was due, and the cloud, which may have it, has not answered. It may already be published, or may still be published later. This computer does not publish it unless you take it over.',
  CLOUD_LATE:
    'This post was due in the cloud, which has not answered since. It may already be published, or may still be published later. This computer does not publish it unless you take it over.',
  TAKEN_OVER:
    'You took over this post from the cloud, which did not answer. If the cloud publishes it as well, it is live twice: check the profile.',
  PUBLISHED_TWICE:
    'The cloud has published this post as well, so it is live twice. Open the profile and delete one of the two.',
  FROM_SECOND_COPY:
    'The cloud’s scheduler does not answer. What is shown here is from its second copy, and is checked as soon as it answers.',
  // The Worker's own clock decides when a post goes out.
  CLOCKS_DIFFER:
    'This computer’s clock and the cloud’s differ by {minutes} minutes. The cloud publishes this post by its own clock: set this computer’s clock right, and check the time of the post.',
  RUNS_LOCALLY:
    'The cloud could not take this post ({reason}), so this computer publishes it: Nightpost must be running then.',

  // Of a post that has a time
  ACCESS_ENDED:
    'Access to this account has ended. Reconnect it before the post is due, or the post will fail.',
  ACCESS_REFUSED:
    'This account cannot publish at the moment. Put that right before the post is due, or the post will fail: {failure}',
  ACCESS_ENDS_BEFORE:
    'Access to this account ends before the post is due. Nightpost renews it while it runs; if that fails, reconnect the account in time.',
  PREPARATION_FAILED: 'Preparing this post failed. Nightpost tries again when the post is due: {failure}',
  PREPARATION_REFUSED:
    'Instagram has not prepared this post yet. Nightpost tries again automatically: {failure}',
  PUBLISH_REFUSED:
    'Instagram refused to publish this post. Nightpost first checks whether it is live all the same: {failure}',
  CLOCK_AHEAD:
    'This computer’s clock is ahead of Instagram’s. The post goes out at its time by Instagram’s clock. Set this computer’s clock right.',
  LIVE_CHECK_PENDING:
    'This post may already be live. Nightpost could not check that on the profile yet and tries again automatically; until then the post is not sent.',
  PLAN_OVER_LIMIT:
    'Instagram accepts at most {allowed} posts from this account within 24 hours, and around this time there are more, published or planned. Not all that are planned can go out at their times: move some to another day.',
  LIMIT_FULL_FAILS:
    'The account has reached Instagram’s publishing limit for 24 hours, so this post fails now. Publish it after {at}.',
  LIMIT_FULL_WAITS:
    'The account has reached Instagram’s publishing limit for 24 hours. The post waits and is published automatically after {at}.',
  WAITS_FOR_ROOM:
    'The account has reached Instagram’s publishing limit for 24 hours. The post waits until Instagram accepts more and is then published automatically.',
  ACCOUNT_LIMITED:
    'Instagram is limiting this account. The post waits until the limit ends and is then published automatically.',

  NO_PUBLIC_ADDRESS:
    'Instagram fetches the files of this post from a public address, and there is none: set up a media bucket in the settings, or the post will fail.',
  COPY_LEFT_OUT:
    'A post that the cloud publishes gets no copy on the Facebook Page. Share it there yourself once it is live.',
  TOO_CLOSE:
    'Another post of this account is planned or was published less than {minutes} minutes before or after this one.',
  QUEUE_HELD: 'This data folder was copied or restored, so nothing goes out until you confirm that it may.',

  // Of its caption
  TOO_MANY_HASHTAGS:
    'The caption has {count} hashtags. Instagram accepts at most {allowed} and may refuse the post: remove some.',
  TOO_MANY_MENTIONS:
    'The caption has {count} mentions. Instagram accepts at most {allowed} and refuses the post otherwise: remove some.',

  // Of a post like another one of its account
  SAME_POST_PLANNED: 'Another post of this account has the same media and caption and is planned for {at}.',
  SAME_POST_LIVE: 'Another post of this account has the same media and caption and was published on {at}.',
  SAME_POST_UNCONFIRMED:
    'Another post of this account has the same media and caption, was due on {at} and may be live: check the profile first.',
  SAME_MEDIA_PLANNED: 'Another post of this account has the same media and is planned for {at}.',
  SAME_MEDIA_LIVE: 'Another post of this account has the same media and was published on {at}.',
  SAME_MEDIA_UNCONFIRMED:
    'Another post of this account has the same media, was due on {at} and may be live: check the profile first.',
  SAME_CAPTION_PLANNED: 'Another post of this account has the same caption and is planned for {at}.',
  SAME_CAPTION_LIVE: 'Another post of this account has the same caption and was published on {at}.',
  SAME_CAPTION_UNCONFIRMED:
    'Another post of this account has the same caption, was due on {at} and may be live: check the profile first.',

  // Of what is published
  TALL_PICTURE:
    'The picture is {ratio}. Instagram does not accept every picture taller than 4:5. Crop it to 4:5 to be on the safe side.',
  TALL_VIDEO:
    'The video is {ratio}. Instagram does not accept every video taller than 4:5. Crop it to 4:5 to be on the safe side.',
  CHROMA:
    'The video does not store its colours as 4:2:0, which Instagram asks for. It may be refused: convert the video.',
  BIT_DEPTH: 'The video has {count} bits for each colour. Instagram may refuse it: convert the video.',
  INTERLACED:
    'The video may be interlaced, as from a camcorder or television. Instagram asks for progressive pictures and may refuse it: convert the video.',
  CHANNELS:
    'The sound has {count} channels. Instagram asks for one or two and may refuse the video: convert it.',
  SAMPLE_RATE:
    'The sound has {count} samples a second. Instagram takes at most 48000 and may refuse the video: convert it.',
  TAGS_LEFT_OUT:
    'No one was tagged: in a carousel Instagram accepts tags on pictures only, and this one has none.',
  MENTIONS_LEFT_OUT:
    'The story is live, but Instagram left out its mention of {names}, who will not be notified. Delete the story and publish it again if that matters.',
  SIGNATURE_LEFT_OUT: 'The signature was left out: it cannot be added to a video.',
  FOUND_LIVE: 'This post was found on the profile, so it was not published again.',
  PAGE_COPY_UNKNOWN:
    'The post is live. It is not known whether its copy on the Facebook Page is: check the Page before you share it there again.',
  PAGE_COPY_WITHOUT_PAGE:
    'The post is live, but its copy on the Facebook Page was not made: the account no longer has a linked Page. Reconnect it.',
  PAGE_COPY_WITHOUT_FILE:
    'The post is live, but its copy on the Facebook Page was not made: its file is gone, or has no public address. Share it there yourself.',
  PAGE_COPY_WITHOUT_POST:
    'The post is live, but its copy on the Facebook Page cannot be found: check the Page before you share it there again.',
  PAGE_COPY_REFUSED: 'The post is live, but its copy on the Facebook Page was not made: {reason}.',

  COMMENT_UNKNOWN:
    'The post is live. It is not known whether its first comment was posted: look under the post before you write it there again.',
  COMMENT_NOT_POSTED: 'The post is live, but its first comment was not posted: {reason}.',
  COMMENTS_STILL_ON:
    'The post is live, but its comments were not switched off: {reason}. Switch them off in the Instagram app.',

  DRAFT_INCOMPLETE:
    'Parts of this draft could not be read and were left out. Check it before you publish it.',

  /** A sentence that an older version stored and that is none of these. */
  TEXT: '{text}',
} as const
