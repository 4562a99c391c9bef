export const composeOptionsEn = {
  title: 'More options',
  /** Of the options that are set, in the line of the closed disclosure. */
  names: {
    altText: 'Alt text',
    altTexts: 'Alt text',
    mediaTags: 'People in each file',
    cover: 'Cover',
    shareToFeed: 'Not in the feed',
    audioName: 'Audio name',
    trialReel: 'Trial reel',
    aiGenerated: 'AI label',
    paidPartnership: 'Paid partnership',
    sponsorIds: 'Sponsors',
    firstComment: 'First comment',
    commentsEnabled: 'Comments off',
  },

  altAbout: 'Describes a picture to people who cannot see it. Instagram writes its own where there is none.',
  altOf: (number: number, total: number) =>
    total === 1 ? 'What the picture shows' : `What picture ${number} of ${total} shows`,
  altFromLibrary: 'From the library. What you write here is for this post alone.',
  altNeedsPicture: 'Choose a picture first.',

  coverAt: 'Moment of the video to use as the cover',
  coverNeedsVideo: 'Choose a video first to take the cover from it.',
  coverDefault: 'Unless you choose a moment, Instagram takes the first frame.',
  coverIs: (seconds: string) => `The cover is the frame at ${seconds} seconds.`,
  seconds: (seconds: string) => `${seconds} seconds`,
  coverIsPicture: 'The cover is a picture from the library.',
  coverPictureAlt: 'The cover picture',
  choosePicture: 'Choose a picture from the library',
  chooseOtherPicture: 'Choose another picture',
  resetCover: 'Reset the cover',

  /** Of options whose field is made from the table, and what some of them need to be said about. */
  labels: {
    shareToFeed: 'Also show it in the feed and on the profile',
    audioName: 'Name of the original audio',
    aiGenerated: 'Label it as made with AI',
  },
  abouts: { audioName: 'Instagram lets you name it only once.' },

  trialAbout:
    'A trial reel is first shown to people who do not follow you. Not every account can publish one; Instagram decides.',
  trials: {
    none: 'No: your followers see it, too',
    MANUAL: 'Yes, and I share it with my followers myself, in the app',
    SS_PERFORMANCE: 'Yes, and Instagram shares it with them if it does well',
  },

  paidPartnership: 'Label it as a paid partnership',
  partnershipNeedsLogin:
    'This account was connected without Facebook. Connect it through Facebook to label paid partnerships.',
  sponsorsAbout: 'Optional: up to 2, each by the numeric ID of the Instagram account.',
  sponsorId: 'ID',

  firstCommentAbout: 'Posted by your account as soon as the post is live.',
  commentsOff: 'Switch comments off',
  commentsOffAbout: 'Once the post is live. A first comment stays.',

  /** Why the value of an option would be refused: all rules of the option at once. */
  wrong: {
    altText: 'An alt text has at most 1,000 characters.',
    altTexts: 'An alt text has at most 1,000 characters and belongs to a picture of this post.',
    mediaTags:
      'These tags cannot be used: each must be in a file of this post, with at most 20 in a file, and not together with people tagged above. Remove one or the other.',
    cover: 'This cover cannot be used. Choose a moment of the video or another picture, or reset it.',
    shareToFeed: 'This cannot be chosen.',
    audioName: 'The name has at most 200 characters.',
    trialReel: 'This cannot be chosen.',
    aiGenerated: 'This cannot be chosen.',
    paidPartnership: 'This cannot be chosen.',
    sponsorIds: 'Name at most 2 sponsors, each once, and only with the paid partnership label.',
    firstComment:
      'A first comment can have at most 300 characters, 4 hashtags and one link, and cannot be all in capital letters.',
    commentsEnabled: 'This cannot be chosen.',
  },
  refused: {
    optionOnType: 'This kind of post cannot have it.',
    optionLogin:
      'This needs an account that was connected through Facebook. Connect it that way, or switch this off.',
    optionPermission:
      'This account was connected without the permission for comments. Connect it again with “First comments” ticked.',
  },
}
