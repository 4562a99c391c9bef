export const signInEn = {
  tab: 'Sign in',
  title: 'Open your sign-in link',
  noPassword: 'Nightpost has no password. The terminal where it runs shows a link that starts with',
  signsIn: 'and signs this browser in.',
  linkGone: 'Lost the link, or already used it? Run',
  again:
    'again where you started it before: it prints a fresh one and leaves the running Nightpost as it is.',
  linkSpent: 'That link has been used or is older than ten minutes. Each link signs in once.',
}
