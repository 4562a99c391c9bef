import { plural } from '../../plural.ts'
import { repostPrivateApiEn, repostSettingsEn } from './reposts-settings.ts'

export const repostsEn = {
  lead: 'When somebody mentions you in their story, Nightpost can find it and repost it with credit: when you click, or automatically if you want that.',
  noAccount: 'No account yet',
  noAccountText: 'Mentions are looked for with an account that is connected here.',
  connect: 'Connect an account',
  tabs: 'Mentions or settings',
  settingsTab: 'Settings',

  atTime: (time: string) => `at ${time}`,
  onDay: (dayAndTime: string) => `on ${dayAndTime}`,

  engine: 'What it does now',
  off: 'Off. Nightpost does not look for mentions.',
  offUnanswered: 'Your Worker has not answered yet. Until it does, it may go on looking and reposting.',
  stopped: (when: string) => `It switched itself off: ${when}.`,
  stoppedFor: (reason: string | null) => reason ?? 'It failed too often.',
  stoppedNext: 'No requests are made. Switch it on again once this is resolved.',
  paused: (until: string) => `Paused until ${until}. No requests are made before then.`,
  pausedFor: (why: string | null) => (why === null ? 'Instagram gave a warning.' : `The reason: “${why}”`),
  quiet: (until: string) => `Quiet hours until ${until}.`,
  quietNext: (when: string) => `The next check is ${when}.`,
  waiting: (when: string, distance: string) => `The next check is ${distance} (${when}).`,
  due: 'Looking for mentions now.',
  dueNext: 'Or will within the next minute.',
  unreadable: 'There is nothing to read mentions with.',
  unreadableOfficial:
    'The account has not granted permission to read messages. Connect it again and allow that.',
  unreadablePrivateApi: 'Your own session has ended or was removed. Add another one in the settings.',
  reconnect: 'Connect it again',
  toSettings: 'Open the settings',

  nextLook: 'Next check',
  looker: 'Who checks',
  here: 'This computer, while Nightpost is running',
  cloud: 'Your Worker, even while this computer is off',
  readBy: 'Reads with',
  lastLook: 'Last check',
  never: 'None yet',
  lastFound: 'found something new',
  lastNothing: 'nothing new',
  lastNotAll: 'so many conversations have changed that not all of them were read',
  lastFailed: (why: string | null) => (why === null ? 'failed' : `failed: ${why}`),
  today: 'Reposts today',
  todayOf: (done: string, most: string) => `${done} of ${most}`,
  byItself: 'Auto-repost',
  byItselfOff: 'Off',
  byItselfFrom: (when: string) => `From ${when} on: it is newly set up`,
  byItselfOn: 'On, one every 20 minutes at most',

  lookNow: 'Check now',
  looking: 'Looking for mentions…',
  lookingSlowly:
    'With your own session this can take up to a minute: calls are made one at a time, some seconds apart.',
  found: (count: number) => plural(count, 'Found 1 new mention.', `Found ${count} new mentions.`),
  foundNothing: 'Nothing new.',
  noLookPaused: (until: string) =>
    `Nightpost does not check before ${until}: no requests are made until then.`,
  noLookStopped: 'Nightpost does not check until you switch it on again.',
  switchOn: 'Switch on',
  switchOff: 'Switch off',
  switchedOn: 'It is switched on.',
  switchedOff: 'It is switched off. What was found stays here.',
  onWithPrivateApi: (username: string) => `Read as @${username}, with your own session?`,
  leaveOff: 'Leave it off',
  onWithPrivateApiAct: 'I understand: switch on',

  waitingHeading: 'Waiting for you',
  askFirst:
    'A repost is a new story of yours that outlives theirs. Instagram does not say whether its author must agree, so ask if in doubt.',
  nothingWaiting: 'No mention is waiting',
  nothingWaitingText: 'New ones appear here after the next check. A story lasts 24 hours.',
  nothingWaitingPractice: (username: string) =>
    `To practise, press “A stranger mentions @${username}” on the sandbox’s feed. Then come back and check.`,
  noClickPaused: (until: string) =>
    `Nothing can be reposted before ${until}: no requests are made until then.`,
  noClickLimit: (most: number, when: string) =>
    `${plural(most, 'The one repost of today is', `The ${most} reposts of today are`)} used up. The next day begins ${when}.`,
  noClickStopped: 'Nothing can be reposted before it is switched on again.',
  mentionBy: (username: string | null) => (username === null ? 'Somebody' : `@${username}`),
  mentioned: 'Mentioned you',
  storyOf: (username: string | null) => `Story of ${username === null ? 'somebody' : `@${username}`}`,
  storyGone: 'No longer available',
  storyUnseen: 'Loaded when it is reposted',
  endsIn: (hours: number, minutes: number) => {
    if (hours === 0 && minutes === 0) return 'Ends in less than a minute'
    return hours === 0 ? `Ends in ${minutes} min` : `Ends in ${hours} h ${minutes} min`
  },
  isOver: 'The story is over',
  repost: 'Repost',
  repostOf: (username: string | null) => `Repost the story of ${username ?? 'somebody'}`,
  againOf: (username: string | null) => `Try again to repost the story of ${username ?? 'somebody'}`,
  dismiss: 'Dismiss',
  dismissOf: (username: string | null) => `Dismiss the story of ${username ?? 'somebody'}`,
  dismissTitle: (username: string | null) =>
    `Dismiss the mention by ${username === null ? 'somebody' : `@${username}`}?`,
  dismissText: 'It will not be offered again, and this cannot be undone. Its author is not notified.',
  dismissed: 'The mention is dismissed.',
  reposting: 'Reposting: your story is on its way…',
  reposted: 'Reposted. It is live in your story.',
  failed: 'Not reposted.',
  seeStory: 'See your story',
  seePost: 'See the post',

  historyHeading: 'History',
  historyEmpty: 'Nothing here yet.',
  historyNone: 'Nothing of this kind.',
  historyLead: 'Mentions of the last 90 days, 200 at most, and what became of them.',
  show: 'Show',
  showAll: 'Everything',
  statuses: {
    PENDING: 'Waiting',
    REPOSTING: 'Reposting',
    PUBLISHED: 'Reposted',
    FAILED: 'Failed',
    EXPIRED: 'Over',
    DISMISSED: 'Dismissed',
  },

  setUpHeading: 'Set up story reposts',
  does: 'What it does',
  doesList: [
    'Checks a few times a day for stories that mention you.',
    'Shows them here while they last, each with the time left.',
    'Reposts one when you click, and tags its author.',
  ],
  doesNot: 'What it does not do',
  doesNotList: [
    'It does not mark stories as seen, reply to anyone, or follow anyone.',
    'It keeps no copy of a story longer than its repost needs.',
    'After a warning from Instagram it makes no requests: for hours, or until you step in.',
  ],
  practice: 'This is the sandbox account: everything here stays on this computer.',
  howOftenHeading: 'How often, and with credit',
  begin: 'Set up and switch on',
  beginNeeds: 'First choose a way to read mentions that is ready.',
  begun:
    'Story reposts are switched on. The time of the first check is shown here; you can check right away.',

  settings: repostSettingsEn,
  privateApi: repostPrivateApiEn,
}
