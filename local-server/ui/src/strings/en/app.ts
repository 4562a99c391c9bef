export const appEn = {
  pages: 'Pages',
  compose: 'Compose',
  plan: 'Plan',
  posts: 'Posts',
  library: 'Library',
  reposts: 'Story reposts',
  accounts: 'Accounts',
  cloud: 'Cloud',
  settings: 'Settings',
  attention: 'Attention',
  more: 'More',
  skip: 'Skip to the content',
  signOut: 'Sign out',
  coloursAuto: 'Colours: as the system',
  coloursLight: 'Colours: light',
  coloursDark: 'Colours: dark',
  notRunning: 'Nightpost is not running.',
  answeredWith: (status: number) => `The server answered with ${status}.`,
  serverGone: 'Nightpost is not running. Start it with',
  problems: {
    DISK_FULL:
      'The disk is full, so nothing can be stored and nothing is published. Free some space; Nightpost then continues by itself.',
    DISK_UNWRITABLE:
      'The data folder cannot be written: its disk is read-only, or a folder belongs to another user. Make it writable; Nightpost then continues by itself.',
    DISK_FAILING:
      'The disk of the data folder reports errors. Back up the folder to another disk, and check this disk before you continue.',
  },
  held: {
    copied: 'This data folder is a copy of another one, or was restored from a backup.',
    'other-computer': 'This data folder comes from another computer.',
    restored: 'This data folder or its database was restored from a backup, or comes from another folder.',
  },
  heldMeans:
    'Nothing goes out until you confirm: the same posts may be waiting elsewhere, or may already be live. After that, what is found live on the profile is not published again, and what is in doubt is shown to you instead of sent.',
  publishFromHere: 'Publish from here',
  waiting: (waiting: number, overdue: number) => {
    if (waiting === 0) return 'Nothing is waiting here now.'
    const posts = waiting === 1 ? '1 post is waiting' : `${waiting} posts are waiting`
    return overdue === 0
      ? `${posts}.`
      : `${posts}. ${overdue} of them ${overdue === 1 ? 'is' : 'are'} overdue: what is not live goes out right away.`
  },
}
