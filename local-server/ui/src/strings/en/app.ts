import type { StorageTrouble } from '../../../../../core/ports/data-storage.ts'

export const appEn = {
  pages: 'Pages',
  plan: 'Plan',
  library: 'Library',
  reposts: 'Story reposts',
  accounts: 'Accounts',
  cloud: 'Cloud',
  settings: 'Settings',
  inbox: 'Inbox',
  general: 'General',
  newPost: 'New post',
  skip: 'Skip to the content',
  signOut: 'Sign out',
  uploadsUnderWay: 'Some files are not ready yet. Wait until they are, then sign out.',
  palette: {
    button: 'Search everything',
    placeholder: 'Go to, do, or find a post',
    actions: 'Do',
    places: 'Go to',
    posts: 'Posts',
    nothing: 'Nothing found',
  },
  account: {
    is: (name: string) => `Account: ${name}`,
    all: 'All accounts',
    find: 'Find an account',
    more: (count: number) => `${count} more: type part of the name.`,
  },
  themes: { auto: 'Theme: system', light: 'Theme: light', dark: 'Theme: dark' },
  notRunning: 'Nightpost is not running.',
  outOfReach: 'Nightpost cannot be reached from this device.',
  whyOutOfReach: 'Check the device’s connection, and whether Nightpost is running on its computer.',
  beingSent: 'This post is already being sent. Try again in a moment.',
  sentBefore:
    'This was sent before and became a post, as it was then. Check your posts: if you send it again, it becomes another one.',
  changedMeanwhile:
    'This post has been changed elsewhere, so nothing was done. Read it as it is now, then decide again.',
  brokenOff: 'The file did not arrive in full. Try again.',
  answeredWith: (status: number) => `The server answered with ${status}.`,
  serverGone: 'Nightpost is not running. Start it with',
  problems: {
    full: 'The disk is full, so nothing can be stored and nothing is published. Free some space; Nightpost then continues automatically.',
    quota:
      'Your quota on the disk is used up, so nothing can be stored and nothing is published. Delete files of yours or get a larger quota; Nightpost then continues automatically.',
    fileSize:
      'A file of the data folder has reached the largest size that is allowed. Raise the limit (ulimit -f), or move the folder to a file system without one.',
    readOnly:
      'The data folder cannot be written: its disk is read-only. Make it writable; Nightpost then continues automatically.',
    unwritable:
      'The data folder cannot be written: a folder or a file in it belongs to another user. Make it writable; Nightpost then continues automatically.',
    missing:
      'A folder of the data folder is missing. Put it back or connect its disk again; Nightpost then continues automatically.',
    replaced:
      'The database of the data folder, its log or its lock was moved, deleted or replaced while Nightpost is running, so nothing is stored or published from here. Put it back, or stop Nightpost and start it again.',
    openFiles:
      'Nightpost has as many files and connections open as it is allowed to. Raise the limit of open files (ulimit -n), then start Nightpost again.',
    openFilesOfSystem:
      'Too many files are open on this computer. Close other programs; Nightpost then continues automatically.',
    locked:
      'Another program holds the database of the data folder, so nothing can be stored and nothing is published. Close that program; Nightpost then continues automatically.',
    failing:
      'The disk of the data folder reports errors. Back up the folder to another disk, and check this disk before you continue.',
    slow: 'The disk of the data folder is so slow that it takes more than ten seconds to store anything, so posts go out late. Close programs that keep it busy, or move the folder to a faster disk.',
    damaged:
      'The database of the data folder is damaged, so this computer publishes nothing. Stop Nightpost, and restore a backup of the folder.',
  } satisfies Record<StorageTrouble, string>,
  held: {
    copied: 'This data folder is a copy of another one, or was restored from a backup.',
    'other-computer': 'This data folder comes from another computer.',
    restored: 'This data folder or its database was restored from a backup, or comes from another folder.',
  },
  heldMeans: 'Nothing is published until you confirm.',
  seeRelease: 'See what goes out',
  waiting: (waiting: number, overdue: number) => {
    if (waiting === 0) return 'Nothing is waiting here now.'
    if (waiting === 1) return overdue === 0 ? '1 post is waiting.' : '1 post is waiting and overdue.'
    const posts = `${waiting} posts are waiting`
    return overdue === 0
      ? `${posts}.`
      : `${posts}. ${overdue} of them ${overdue === 1 ? 'is' : 'are'} overdue.`
  },
}

export const signInEn = {
  tab: 'Sign in',
  title: 'Open your sign-in link',
  noPassword: 'Nightpost has no password. The terminal where it runs shows a link that starts with',
  signsIn: 'and signs this browser in.',
  linkGone: 'Lost the link, or already used it? Run',
  again:
    'again where you started it before: it prints a fresh one and leaves the running Nightpost as it is.',
  onPhone:
    'On a phone: on the computer where Nightpost runs, open Settings, then “On the phone”, and scan the code there.',
  help: 'Something else is wrong?',
  textKept: 'What you wrote in this browser is kept, and is there again once you are signed in.',
  linkSpent: 'That link has been used or is older than ten minutes. Each link signs in once.',
}

export const settingsEn = {
  keys: {
    title: 'API keys',
    lead: 'A key lets a script or an agent on this computer work with Nightpost, as far as you allow it.',
  },
  docs: {
    title: 'Help and API',
    help: 'Open the help pages',
    link: 'Open the API docs',
    example: 'The newest posts, with a key of yours in place of the dots:',
    copy: 'Copy the command',
  },
  look: {
    title: 'Language and theme',
    language: 'Language',
    colours: 'Theme',
    auto: 'Match system',
    light: 'Light',
    dark: 'Dark',
  },
  phone: {
    title: 'On the phone',
    lead: 'Open this page on your phone, through Tailscale or another proxy of your own.',
  },
  computer: {
    title: 'This computer',
  },
  backup: {
    title: 'Back up',
    lead: 'Everything in one encrypted file, while Nightpost runs.',
  },
}

/** What a page says while files are dropped on it; the words of their sheet are `lazy/importing.ts`. */
export const importingEn = {
  times: {
    slots: 'In the next free slots',
    drafts: 'As drafts, without a time',
  },
  startAt: (when: string) => `Post on ${when}`,
  dropAnywhere: 'Drop one file for a new post, several or a table for one post each',
}
