export const app = {
  pages: 'Pages',
  compose: 'Compose',
  plan: 'Plan',
  posts: 'Posts',
  library: 'Library',
  reposts: 'Story reposts',
  accounts: 'Accounts',
  cloud: 'Cloud',
  settings: 'Settings',
  more: 'More',
  skip: 'Skip to the content',
  signOut: 'Sign out',
  coloursAuto: 'Colours: as the system',
  coloursLight: 'Colours: light',
  coloursDark: 'Colours: dark',
  notRunning: 'Nightpost is not running.',
  answeredWith: (status: number) => `The server answered with ${status}.`,
  serverGone: 'Nightpost is not running. Start it with',
  publishFromHere: 'Publish from here',
  waiting: (waiting: number, overdue: number) => {
    if (waiting === 0) return 'Nothing is waiting here now.'
    const posts = waiting === 1 ? '1 post is waiting' : `${waiting} posts are waiting`
    return overdue === 0 ? `${posts}.` : `${posts}; ${overdue} of them would go out at once.`
  },
}
