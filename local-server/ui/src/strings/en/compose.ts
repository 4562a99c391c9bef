import { plural } from '../plural.ts'
import { composeOptionsEn } from './compose-options.ts'

export const composeEn = {
  titles: { new: 'New post', draft: 'Draft', scheduled: 'Scheduled post' },

  kind: 'Kind of post',
  kinds: {
    IMAGE: { name: 'Photo', about: 'One picture in the feed' },
    CAROUSEL: { name: 'Carousel', about: '2 to 10 pictures or videos' },
    REELS: { name: 'Reel', about: 'One upright video' },
    STORIES: { name: 'Story', about: 'Visible for 24 hours' },
  },
  media: 'Media',
  fixedWhy:
    'The kind, account and media of a scheduled post cannot be changed, because they may already be on their way. Unschedule the post to change them.',
  account: 'Account',
  noAccount: 'No account is connected, so there is nowhere to publish to yet.',
  toAccounts: 'Open the accounts',
  forPractice: 'Posts stay on this computer',
  caption: 'Caption',
  captionPlaceholder: 'Write a caption',
  storyPlaceholder: 'A story shows no caption. Notes for yourself have room here.',
  completions: 'Completions',
  savedTexts: {
    title: 'Saved texts',
    none: 'Hashtags or sentences you use often: save a caption by a name, then insert it here, or type / and the name.',
    name: 'Name',
    save: 'Save caption',
    remove: (name: string) => `Remove ${name}`,
  },
  characters: (count: string, max: string) => `${count}/${max} characters`,
  hashtags: (count: number) => `${count} ${plural(count, 'hashtag', 'hashtags')}`,
  mentions: (count: number) => `${count} ${plural(count, 'mention', 'mentions')}`,

  extras: 'Details',
  needsLook: 'Check this',
  people: (count: number) => (count === 0 ? 'None' : `${count} ${plural(count, 'person', 'people')}`),
  tags: 'Tag people',
  tagsAbout: 'Click on the picture where someone is. Instagram accepts public accounts only.',
  tagsNeedPicture: 'Choose a picture first, then click on it where someone is.',
  tagsOn: 'Picture',
  pictureWith: (number: number, people: number) =>
    people === 0 ? `Picture ${number}` : `Picture ${number}, ${people} ${plural(people, 'person', 'people')}`,
  tagsInVideo: 'Who is in the video? Instagram accepts public accounts only.',
  tagsNeedVideo: 'Choose a video first, then say who is in it.',
  tagNames: 'People in the video',
  storyMentions: 'Mention people',
  mentionsAbout:
    'Click where the name should go. Instagram notifies everyone you mention. The name itself is drawn into a picture only when the account has a session of its own, see Story reposts.',
  mentionsNeedMedia: 'Choose a picture or a video first, then click where the name should go.',
  collaborators: 'Collaborators',
  collaboratorsAbout: 'Up to 3 accounts that the post also belongs to, once they accept your invitation.',
  collaboratorNames: 'Usernames',
  username: 'username',
  nobody: 'None',
  location: 'Location',
  locationAbout:
    'Instagram needs the ID of a Facebook Page that has an address. Searching for places needs an app that has passed Meta’s review, so look up the ID yourself: open the Page, choose About, then Page transparency.',
  locationId: 'Page ID',
  locationName: 'Name, for your own reference',
  nowhere: 'None',
  crossPost: 'Facebook',
  crossPostTo: (page: string | null) =>
    page === null ? 'Also publish on the linked Facebook Page' : `Also publish on ${page}`,
  crossPostNeedsLogin:
    'This account was connected without Facebook. Connect it through Facebook to publish on its Page as well.',
  switchedOn: 'On',
  switchedOff: 'Off',
  crossPostNot: { carousel: 'Not for carousels', login: 'Needs a Facebook login' },
  options: composeOptionsEn,

  when: 'When',
  now: 'Now',
  atATime: 'Schedule',

  publish: 'Publish',
  publishToSandbox: 'Publish to the sandbox',
  publishTo: (username: string) => `Publish to ${username}`,
  act: { save: 'Save draft', schedule: 'Schedule', change: 'Save changes' },
  waitsForFiles: {
    publish: 'It is published as soon as its files are ready.',
    schedule: 'It is scheduled as soon as its files are ready.',
  },
  stopWaiting: 'Don’t send it yet',
  filesMissing:
    'Nothing was sent: a file could not be uploaded or changed. Try it again or remove it, then send the post once more.',
  staysHere: 'Stays on this computer.',
  goesLive: 'Published on Instagram right away.',
  goesOutAt: (time: string, zone: string) => `Scheduled for ${time} (${zone}).`,
  needsTime: 'Choose a time.',
  startOver: 'Start over',
  discard: 'Discard changes',
  cleared: 'Cleared.',
  saved: { saved: 'Saved as a draft.', changed: 'Saved. This is what will be published.' },
  keptInBrowser: 'Not saved yet. Until then it is kept in this browser.',
  timeKept: 'The draft is saved. Its time is kept in this browser until you schedule it.',
  savedWhenBack:
    'Nightpost is not running. The draft is kept in this browser, and saved as soon as Nightpost is running again.',
  notSentNow: 'Nightpost is not running, so nothing was sent. What you wrote is kept in this browser.',
  lostNew:
    'Nightpost stopped before it answered, so the post may or may not have been accepted. Start it again and check your posts before you send it again. What you wrote is still here.',
  nextWaits:
    'What you chose meanwhile is for the next post. It begins once you have sent this one, or started over.',
  chosenWaits:
    'What you chose meanwhile waits until you have sent this post, started over, or opened this form again.',
  lostNewLink: 'Check the posts',
  lostStored:
    'Nightpost stopped before it answered. Start it again and repeat this: Nightpost recognises the post and does not send it a second time. What you wrote is still here.',

  foreseen: 'Worth knowing before you send it',

  problems: {
    captionLength: (over: number) =>
      `Shorten the caption by ${over} ${plural(over, 'character', 'characters')}.`,
    tagCount: 'At most 20 people can be tagged.',
    collaboratorCount: 'At most 3 collaborators are possible.',
    mentionCount: 'At most 5 people can be mentioned.',
    usernameLength: 'A username has 1 to 30 characters.',
    locationLength: 'The ID can have up to 64 characters, the name up to 200.',
    accessEnded: 'Access to this account has ended. Reconnect it, or schedule the post for later.',
    tagsOnType: 'People can only be tagged on photos and carousels.',
    mentionsOnType: 'People can only be mentioned this way in stories.',
    collaboratorsOnType: 'A story cannot have collaborators.',
    crossPostOnType: 'A carousel cannot be published on Facebook from here.',
    crossPostLogin: 'Publishing on Facebook needs an account that was connected through Facebook.',
    noMedia: {
      IMAGE: 'Choose a photo first. One that is still uploading counts once it is done.',
      CAROUSEL: 'Choose 2 to 10 files first.',
      REELS: 'Choose a video first. One that is still uploading counts once it is done.',
      STORIES: 'Choose a picture or a video first. One that is still uploading counts once it is done.',
    },
    tooFewItems: 'A carousel needs at least 2 files. Add one, or make it a photo.',
    tooManyItems: 'A carousel takes at most 10 files. Remove some.',
    deletedFile: 'A file of this post was deleted. Choose another one.',
    unknownFile: 'A file of this post was deleted. Choose another one.',
    imageNeeded: 'A photo needs a picture. Make it a reel, or choose another file.',
    videoNeeded: 'A reel needs a video. Make it a photo, or choose another file.',
    noAccount: 'The account of this post is no longer connected. Choose another one.',
    noSuchTime: 'Enter a date and a time.',
    unclearTime: 'The clocks change then. Choose which time you mean.',
    pastTime: 'This time has passed. Choose a later one.',
  },
  hints: {
    hashtagsOverApp: (count: number, max: number) =>
      `${count} hashtags: Instagram’s own app stops at ${max}, and may ignore or refuse more.`,
    storyCaption: 'A story shows no caption. What you wrote is kept with the post for you.',
    letterbox: 'It does not fill the screen (9:16), so Instagram shows it with borders, as in the preview.',
    carouselShape: 'The first file sets the shape: Instagram crops the others to match, as in the preview.',
    noPublicAddress:
      'Instagram fetches media from a public address, and none is set up yet, so this post would fail. Set up the cloud first; the sandbox account works without.',
    noTaggedPicture: 'There is no picture in this carousel to carry the tags, so no one will be tagged.',
    cloudCrossPost:
      'If your cloud publishes this post, there is no copy on Facebook: only this computer makes one.',
  },

  preview: 'Preview',
  previewEmpty: {
    IMAGE: 'Your photo appears here.',
    CAROUSEL: 'Your pictures and videos appear here.',
    REELS: 'Your reel appears here.',
    STORIES: 'Your story appears here.',
  },
  previewCaption: 'Your caption appears here.',
  previewAlt: (number: number, total: number) =>
    total === 1 ? 'The file as it will be published' : `File ${number} of ${total} as it will be published`,
  play: 'Play',
  pause: 'Pause',
  slides: 'Files of the carousel',
  previousSlide: 'Previous file',
  nextSlide: 'Next file',
  and: (names: readonly string[]) => ` and ${names.join(', ')}`,
  safeAreas: 'Show what Instagram covers',
  safeAreasAbout: 'Instagram puts its own buttons over the marked areas. Keep names and text out of them.',

  mayLeave: 'You can close this; publishing goes on.',
  anotherMeanwhile: 'Write another post',
  another: 'Publish another',
  backToDraft: 'Back to the draft',
  runsHere: 'It is published if this computer is on and Nightpost is running then.',
  runsInCloud: 'Your cloud publishes it, even when this computer is off.',
  handingOver: 'It is being handed over to your cloud; keep Nightpost running until that is done.',
  toCloud: 'Publish even when it is off',
  scheduleAnother: 'Schedule another',
  changeIt: 'Change it',

  conflict: 'This post has been changed elsewhere',
  conflictAbout:
    'Since you started, it was changed in another window or by a script. Choose which version to keep; the two are not merged.',
  yours: 'What you have here',
  stored: 'What is stored now',
  noCaption: 'No caption',
  keepMine: 'Keep mine',
  takeStored: 'Use the stored one',

  closedPublished: { title: 'This post is live', text: 'A post that is live cannot be changed from here.' },
  closedFailed: {
    title: 'This post was not published',
    text: 'Its page says why, and what to do now. You can retry from there.',
  },
  toPost: 'Open the post',
  missing: 'Post not found',
  missingAbout: 'It may have been deleted.',
  composeNew: 'Compose a new one',

  last: 'Your last post',
  lastIsLive: 'Your last post is live',
  lastIsInSandbox: 'Your last post is in the sandbox',
  hideLast: 'Don’t show this again',
  on: (username: string) => `on ${username}`,
  next: 'Next',
  planOne: 'Plan one for later',
  connectAccount: 'Connect a real account',
}
