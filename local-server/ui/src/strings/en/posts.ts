export const postsEn = {
  status: {
    DRAFT: 'Draft',
    SCHEDULED: 'Scheduled',
    QUEUED: 'Waiting',
    PROCESSING: 'Preparing',
    PUBLISHING: 'Publishing',
    PUBLISHED: 'Published',
    FAILED: 'Failed',
    UNCONFIRMED: 'Not confirmed',
  },
  type: { IMAGE: 'Photo', REELS: 'Reel', STORIES: 'Story', CAROUSEL: 'Carousel' },
  source: {
    MANUAL: null,
    SCHEDULED: null,
    STORY_REPOST: 'Story repost',
    AUTO_REPOST: 'Automatic story repost',
  },
  noCaption: 'No caption',
  /** Name of a post in the label of a button. */
  nameOf: (caption: string) => `“${caption}”`,
  nameless: 'the post without a caption',
  lastChanged: (when: string) => `last changed: ${when}`,
  disconnectedAccount: 'a disconnected account',
  hiddenAccount: 'the sandbox account',
  inCloud: 'in the cloud',
  onThisComputer: 'on this computer',

  failure: {
    title: 'Not published',
    causeUnknown: 'The cause is not known.',
    unconfirmedTitle: 'We do not know whether this is live',
    unconfirmedCause:
      'Instagram did not confirm how the last step ended. Retrying is safe: we look before we post.',
    keepsLooking: 'If Nightpost finds the post later, it corrects this entry.',
    advice: {
      retry: 'Nothing went live. You can publish it again.',
      reconnect: 'Nothing went live. Reconnect the account, then publish again.',
      fix_media: 'Nothing went live. Change the file, then publish again.',
      wait: 'Nothing went live. Give Instagram a while, then publish again.',
      check_platform: 'Check the profile before you publish again, so that it does not appear twice.',
    },
    details: 'What Instagram said',
    errorCode: 'Error code',
  },

  steps: {
    waiting: 'Waiting for its turn',
    accepted: 'Accepted',
    preparing: {
      IMAGE: (platform: string) => `${platform} prepares the photo`,
      REELS: (platform: string) => `${platform} prepares the video`,
      STORIES: (platform: string) => `${platform} prepares the story`,
      CAROUSEL: (platform: string) => `${platform} prepares the files`,
    },
    prepared: {
      IMAGE: 'Photo prepared',
      REELS: 'Video prepared',
      STORIES: 'Story prepared',
      CAROUSEL: 'Files prepared',
    },
    goingLive: 'Publishing',
    sentLive: 'Sent',
    sandbox: 'The sandbox',
    platform: 'Instagram',
  },

  /** What helps a post that is not out. */
  next: {
    retry: 'Retry',
    retrySentence: 'Nothing went live. The same post can be sent again.',
    reconnect: (account: string) => `Reconnect ${account}`,
    reconnectSentence: (account: string) =>
      `Nothing went live. Reconnect ${account}, then come back and retry.`,
    settleSentence: 'Nothing went live. Put that right at Instagram, then retry.',
    connect: 'Connect an account',
    goneSentence:
      'Nothing went live. The account of this post is no longer connected. Connect it, then publish a copy of the post.',
    fixMedia: 'Fix the files',
    fixSentence: 'Nothing went live. Fix the file here, then retry.',
    bucket: 'Set up the cloud',
    bucketSentence:
      'Nothing went live. Instagram fetches files from a public address, which your own cloud provides. Set it up, then retry.',
    changeSentence:
      'Nothing went live. Instagram would refuse the same post again: copy it, change what Instagram objected to, and publish the copy.',
    waitUntil: (time: string) => `Instagram is limiting this account until ${time}. Nothing went live.`,
    waitSomeTime:
      'Nothing went live. Instagram did not say how long this lasts; its limits usually reset within a day.',
    waitForRoom: (time: string) =>
      `Nothing went live. The account has reached Instagram’s publishing limit for 24 hours. There is room again: ${time}.`,
    whenRoom: 'Publish when there is room',
    afterPause: (time: string) => `Publish after ${time}`,
    goesOnAt: (time: string) =>
      `Instagram is limiting the account for now. Nightpost continues automatically: ${time}.`,
    checkSentence: 'Check the profile first. Then say what you see:',
    lookAtProfile: 'Check the profile',
    notThere: 'It is not there: retry',
    isThere: 'It is there: clear it from the list',
    chooseAccount: 'Copy into a new draft for',
    unconfirmedShort: 'Instagram did not confirm it. It may be live: check the profile.',
  },

  takeOver: {
    open: 'Publish it from this computer',
    title: 'Publish it from this computer?',
    mayBeLive:
      'Your cloud has not answered since this post was due, so it may already be live. Check the profile first.',
    risk: 'Nightpost also checks, and sends nothing if it finds the post. But if your cloud publishes it afterwards, it is live twice. Nightpost tells you if that happens.',
    act: 'Publish from here',
    keep: 'Leave it with the cloud',
  },

  fix: {
    file: (number: number, name: string) => `File ${number}: ${name}`,
    noFiles: 'The files of this post were deleted. Copy the post into a new draft and choose others.',
  },

  page: {
    back: 'Back',
    loading: 'Post',
    gone: 'This post is not here',
    goneText: 'It may have been deleted. Deleted posts are kept in the archive.',
    toArchive: 'Deleted posts',
    live: 'Your post is live',
    publishing: 'Publishing your post',
    stillChecking: 'Instagram has not confirmed it yet, so Nightpost keeps checking.',
    mayLeave: 'You can leave this page; publishing goes on.',
    scheduled: (time: string) => `Scheduled for ${time}`,
    overdue: (time: string) => `Was due ${time}`,
    keepComputerOn: 'This computer publishes it, so it has to be on, with Nightpost running.',
    accountRests: (time: string) =>
      `Instagram is limiting this account for now, so nothing is sent for it. Nightpost tries again ${time}. This computer has to be on then.`,
    cloudIsLate: 'Your own cloud was to publish it, and has not reported the result yet.',
    isDue: 'It is due. Nightpost publishes it as soon as it can.',
    folderIsHeld: 'It waits until you confirm above that posts are published from here.',
    handover: {
      uploading: 'Its media is on its way to your own cloud.',
      pending:
        'Your own cloud may have it, and has not answered yet. Until it does, this computer does not publish it.',
      cloud: 'Your own cloud publishes it, even while this computer is off.',
    },
    draft: 'A draft',
    draftText: 'Only you see it. Nothing happens until you publish or schedule it.',
    publishNow: 'Publish now',
    unsaved:
      'Changes that you made in the editor are not saved yet and are missing here. Edit the post to save or discard them.',
    copy: 'Copy into a new draft',
    warnings: 'Good to know',
    media: 'Media',
    noMedia: 'No files',
    mediaOf: (index: number, count: number) => `File ${index} of ${count}`,
    caption: 'Caption',
    details: 'Details',
    moreActions: 'More',
    showUtc: 'Show times in UTC',
    showZone: (zone: string) => `Show times in ${zone}`,
  },

  facts: {
    account: 'Account',
    runs: 'Published by',
    thisComputer: 'This computer',
    worker: 'Your own cloud',
    scheduledFor: 'Scheduled for',
    publishedAt: 'Published',
    lastAttemptAt: 'Last attempt',
    nextAttemptAt: 'Next try',
    createdAt: 'Created',
    people: 'Tagged people',
    mentions: 'Mentions',
    collaborators: 'Collaborators',
    location: 'Location',
    crossPost: 'Copy on Facebook',
    crossPostSee: 'See it on Facebook',
    crossPostPending: 'Requested; it is made once the post is live',
    crossPostNotByCloud: 'Requested; the cloud does not make it',
    crossPostMade: 'Published',
    crossPostMissing: 'Requested, but not known to be published',
    repeats: 'Repeats',
    source: 'Origin',
    id: 'ID',
  },

  attempts: {
    title: 'Activity',
    none: 'No calls to Instagram have been made for this post yet.',
    copy: 'Copy as text for a bug report',
    engine: { local: 'this computer', cloud: 'your Worker' },
    calls: {
      'create container': 'Prepare the post',
      'upload video': 'Send the video',
      'read container': 'Check the preparation',
      publish: 'Publish',
      'list media': 'Find on profile',
      'read permalink': 'Get link',
      'prepare Page post': 'Prepare the copy on Facebook',
      'publish on Page': 'Publish the copy on Facebook',
      'read Page permalink': 'Get the link on Facebook',
    } as Readonly<Record<string, string>>,
    nextSteps: {
      claimed: 'prepare it',
      created: 'see whether it is prepared',
      staged: 'wait for its time',
      publishing: 'publish it',
      uncertain: 'check whether it is live',
      confirmed: 'get its link; it is live',
      done: 'nothing; it is done',
      failed: 'nothing; it failed',
    } as Readonly<Record<string, string>>,
    answered: (status: number) => `Answer ${status}`,
    noAnswer: 'No answer',
    platformCode: (code: string) => `code ${code}`,
    trace: 'Trace ID',
    copyTrace: 'Copy the trace ID',
    follows: (what: string) => `Then: ${what}`,
    followsAt: (what: string, time: string) => `Then, ${time}: ${what}`,
  },

  delete: {
    here: 'Delete here…',
    there: 'Delete on Instagram too…',
    title: (name: string) => `Delete ${name} here?`,
    effect: {
      nothing_live: 'It was never published, so nothing changes on Instagram. It is kept under Deleted.',
      cancelled:
        'It will not be published. If it is being sent right now, it ends quietly, and the entry under Deleted shows the result.',
      ends_quietly:
        'It has been sent to Instagram and can no longer be stopped. It may go live; the entry under Deleted shows the result.',
      stays_live: 'It only disappears from this list. On Instagram it stays as it is.',
      in_doubt: 'If it is on Instagram, it stays there. Nightpost no longer lists it here.',
    },
    staysInSandbox: 'It only disappears from this list. In the sandbox feed it stays as it is.',
    draftEffect: 'Its text and its selection of files are deleted. The files stay in the library.',
    act: 'Delete here',
    done: 'Deleted.',
    undone: 'The draft is back.',
    thereTitle: (name: string) => `Delete ${name} on Instagram?`,
    thereText:
      'It is deleted on Instagram, with its likes and comments, and disappears from this list. This cannot be undone.',
    thereAct: 'Delete on Instagram and here',
    thereDone: 'Deleted on Instagram and here.',
    stillThereTitle: 'It is no longer in the list, but it may still be on Instagram',
    whyNot: {
      story: 'Instagram allows stories to be deleted only in its app. Delete it there.',
      no_media_id:
        'Instagram never gave us the ID of this post, so it can only be deleted in the Instagram app.',
      login_cannot:
        'Instagram does not allow posts to be deleted through this account’s login. Delete it in the Instagram app.',
      account_gone:
        'The account is no longer connected, so the post can only be deleted in the Instagram app.',
    },
  },

  seeIt: 'See it on Instagram',
  seeInSandbox: 'See it in the sandbox feed',
  sandboxIsOff: 'In the sandbox, which is switched off',
}
