import { plural } from '../../plural.ts'

const posts = (count: number) => plural(count, '1 post', `${count} posts`)

/** Of the plan: what is not there before something was done. */
export const planningEn = {
  moved: (count: number) => `${posts(count)} moved.`,
  unscheduled: (count: number) => `${posts(count)} unscheduled: ${plural(count, 'a draft', 'drafts')} again.`,
  scheduled: (count: number) => `${posts(count)} scheduled.`,
  copied: (count: number) => `${plural(count, '1 copy is a draft', `${count} copies are drafts`)}.`,
  replaceFile: 'Replace file',
  dayEarlier: 'A day earlier',
  dayLater: 'A day later',
  note: 'Note',
  noteHint: 'A holiday, a delivery, an idea',
  saveNote: 'Save the note',
  series: {
    ends: 'It will not repeat any more.',
    backAlone: 'The draft is back, but it no longer repeats. Schedule it, then choose “Repeat” again.',
  },
  files: {
    name: 'Files of the library, unused first',
    search: 'Search files',
    hint: 'Drag one onto a day to schedule it. Its alt text becomes the caption.',
    none: 'No files here.',
    used: 'used',
    newPost: (name: string) => `New post with ${name}`,
    more: 'Show more files',
  },

  grid: {
    name: 'The profile, newest first',
    planned: 'planned',
    earlier: 'Show earlier posts',
    none: 'Nothing to show yet',
    noneText:
      'What is scheduled or published appears here as the profile will show it. Stories are not on it.',
  },

  list: {
    order: 'Order',
    orders: {
      due: 'Next due first',
      newest: 'Newest first',
      account: 'By account',
      status: 'By status',
    },
    choose: (caption: string) => `Select “${caption}”`,
    which: 'Which posts',
    loadMore: 'Load more posts',
    found: (count: number, more: boolean) =>
      count === 0
        ? 'No posts found'
        : `${more ? 'More than ' : ''}${count} ${plural(count, 'post', 'posts')} found`,
    none: {
      title: 'No posts yet',
      text: 'What you publish appears here, with its state and a link to the post.',
      action: 'Publish your first post',
    },
    nothingFound: {
      title: 'Nothing found',
      text: 'No posts match.',
      action: 'Clear the search',
    },

    archive: {
      none: 'Nothing has been deleted',
      noneText: 'Posts that you delete are kept here, so that you can look them up.',
      back: 'Back to all posts',
      fromHere: 'Deleted here only',
      fromPlatform: 'Deleted on Instagram and here',
      takenBack: 'Cancelled before it was published',
      mayBeLive: 'It may still be on Instagram.',
      mayBeInSandbox: 'It may still be in the sandbox.',
    },
  },

  slots: {
    intro:
      'The times of the week at which an account posts. Free ones appear in the plan, to be filled by a drop or a click.',
    at: (time: string) => `At ${time}`,
    add: 'Add a time',
    remove: (time: string) => `Remove ${time}`,
    save: 'Save slots',
    noDay: 'Choose a day for this time, or remove it.',
    noZone: (stored: string, zone: string) =>
      `These times are not used: ${stored} is not a time zone. Save them to use them as times in ${zone}.`,
    changed:
      'These times were changed elsewhere meanwhile, so nothing was saved. Close this and open it again.',
    inUse:
      'Posts are waiting in slots that you removed. Should they keep their times, or move to the nearest free slots?',
    keep: 'Keep their times',
    move: 'Move them',
    stay: (count: number) =>
      `${posts(count)} could not be moved and ${plural(count, 'keeps its time', 'keep their times')}.`,
  },
}
