import { plural } from '../plural.ts'

const span = (minutes: number) =>
  minutes < 120 ? plural(minutes, '1 minute', `${minutes} minutes`) : `${Math.ceil(minutes / 60)} hours`

export const planEn = {
  views: { weeks: 'Weeks', hours: 'Hours', list: 'List', grid: 'Grid', insights: 'Insights' },
  view: 'View',
  today: 'Today',
  previous: { weeks: 'Previous week', week: 'Previous week', day: 'Previous day' },
  next: { weeks: 'Next week', week: 'Next week', day: 'Next day' },
  earlierWeeks: 'Earlier weeks',
  laterWeeks: 'Later weeks',
  wholeWeek: 'Whole week',
  newPostOn: (day: string) => `New post on ${day}`,
  noteOn: (day: string) => `Note on ${day}`,
  files: 'Files to plan',
  openDay: (day: string, count: number) =>
    `${day}: ${count === 0 ? 'nothing planned' : plural(count, '1 post', `${count} posts`)}`,
  more: (count: number) => `+${count}`,
  moreOn: (count: number, day: string) => `${plural(count, '1 more post', `${count} more posts`)} on ${day}`,
  earlierHours: 'Show earlier hours',
  hour: 'Hour',
  loading: 'Loading posts.',
  tooMany: (count: string) => `There are more posts than can be shown here; these are the first ${count}.`,

  zone: 'Time zone of the calendar',
  foreseen: {
    POST_WILL_FAIL: 'Will fail',
    POST_WILL_BE_LATE: 'Will be late',
    POST_WILL_BE_INCOMPLETE: 'Will be incomplete',
  },
  warned: 'has a warning',
  late: 'Late',

  places: {
    local: 'This computer',
    cloud: 'Cloud',
    moving: 'On its way to the cloud',
  },
  meaning: {
    local: 'published if this computer is on and Nightpost is running',
    cloud: 'published even when this computer is off',
    moving:
      'the cloud has been asked and has not confirmed yet; either the cloud or this computer publishes it, never both',
  },
  legend: 'Legend',
  scheduled: (count: number, here: number) =>
    count === 0
      ? 'Nothing is scheduled.'
      : `${plural(count, '1 post is scheduled', `${count} posts are scheduled`)}${here === count ? ' on this computer' : `, ${here} of them on this computer`}.`,

  fillSlot: (when: string) => `New post in the free slot on ${when}`,
  slots: {
    button: 'Slots',
    title: 'Posting slots',
  },

  filter: 'Filter',
  filterCount: (count: number) => `Filter (${count})`,
  account: 'Account',
  status: 'Status',
  type: 'Type',
  statuses: {
    drafts: 'Drafts',
    scheduled: 'Scheduled',
    underWay: 'Publishing',
    published: 'Published',
    failed: 'Failed',
  },
  hidden: (count: number) => `${plural(count, '1 post is', `${count} posts are`)} hidden by the filter.`,
  showAll: 'Show all',

  series: {
    repeat: 'Repeat',
    every: { weekly: 'Every week', monthly: 'Every month' },
    as: { scheduled: 'published automatically', draft: 'as a draft I look at first' },
    end: 'Don’t repeat',
    newest: 'Latest repeat',
    mark: 'repeats',
    coming: (caption: string, when: string) => `“${caption}” again on ${when}`,
    meantFor: (when: string) => `Meant for ${when}`,
  },

  list: {
    search: 'Search captions',
    allPosts: 'All posts',
    deleted: 'Deleted',
    sandboxFeed: 'Sandbox feed',
  },

  close: (count: number, minutes: number, account: string | null) =>
    `${count} posts ${account === null ? '' : `of ${account} `}${minutes === 0 ? 'at the same time' : `within ${span(minutes)}`}`,
  cap: (count: number, allowed: number, account: string | null) =>
    `${count} posts ${account === null ? '' : `of ${account} `}(Instagram allows ${allowed} in 24 hours)`,
  onDay: (day: string, what: string) => `${day}: ${what}.`,
  gap: (from: string, until: string) =>
    from === until ? `Nothing planned on ${from}.` : `Nothing planned from ${from} to ${until}.`,
  room: (used: number, allowed: number) => `${used} of ${allowed}`,
  emptyDay: 'Nothing planned on this day.',
  spacing: 'Gaps and clashes',
  moreHints: (count: number) => plural(count, 'And 1 more like this.', `And ${count} more like this.`),

  drafts: (count: number) => `Drafts (${count})`,
  draftsMany: (count: number) => `Drafts (the newest ${count})`,
  draftsHint: 'Drag one onto a day, or give it a time.',
  nothingYet: 'Nothing is planned yet. Choose a day to write its first post.',
  noDrafts:
    'No drafts. Drop photos on a day or here, or begin with New post. What has no time yet waits here.',
  schedule: 'Schedule…',
  scheduleDraft: (caption: string) => `Schedule the draft “${caption}”`,
  editDraft: (caption: string) => `Edit the draft “${caption}”`,
  scheduleTitle: 'When should it be published?',
  past: 'That time has passed, so nothing was changed.',
  movedTo: (when: string) => `Moved to ${when}.`,
  scheduledFor: (when: string) => `Scheduled for ${when}.`,
  takenBack: 'Unscheduled. It is a draft again.',
  backHere: (when: string) => `Scheduled again for ${when}. This computer now publishes it.`,
  swapWith: (caption: string) => `Swap with “${caption}”`,
  swapped: 'The two have changed places.',
  chosen: (count: number) => `${count} posts`,
  copyTo: (when: string) => `Copy: ${when}`,
  card: 'movable card',
  dragHelp:
    'Space picks it up. Then arrow keys lead from day to day, Tab through what is on a day, and T to the drafts; Space drops it, Escape puts it back. With Alt it is copied; Shift and Enter chooses all up to here.',
  picked: (caption: string) => `“${caption}” is picked up.`,
  putBack: (caption: string) => `“${caption}” stays where it was.`,
  changeOfClocks: 'The clocks change that day',

  postPanel: 'Post',
  wasDue: 'Was due',
  triedAgain: (when: string) => `Instagram is limiting this account: the next try is ${when}.`,
  ownZone: (when: string, zone: string) => `Scheduled as ${when} in ${zone}`,
  changeTime: 'Change time',
  saveTime: 'Save the time',
  underWay: 'Publishing has begun, so its time can no longer be changed.',
  unconfirmed: 'Instagram did not confirm whether it is live. Check the profile before you publish it again.',
}
