export const repostPrivateApiEn = {
  heading: 'Before you use your own session',
  risks: [
    'Reading with your own session is against Instagram’s terms, whoever does it and however carefully.',
    'The likely harm is a checkpoint: Instagram locks you out until you confirm in the app who you are.',
    'The possible harm is a blocked or deleted account, with its posts and followers. We cannot undo that.',
    'We keep calls few and slow and stop at the first warning. That makes it less likely, not safe.',
  ],
  instead: 'The official interface finds the same mentions without any of this.',
  understand: 'I understand that this can cost me the account',
  proceed: 'Continue with my own session',

  live: (username: string) => `There is a session of @${username}.`,
  fromBrowser: 'It was copied from a browser.',
  fromLogin: 'It comes from a log-in with the password, which was not kept.',
  ended: 'Instagram has ended the session that was here. Add another one if you want to continue.',
  forget: 'Forget the session',
  forgetTitle: 'Forget the session?',
  forgetText:
    'It is deleted from this computer, and can no longer be used to read mentions. On Instagram it stays valid until you log out there: in the app, find the list of places where you are logged in.',
  forgotten: 'The session is forgotten.',

  ways: 'How to add a session',
  browser: 'From my browser',
  login: 'With my password',

  cookieSteps: [
    'Log in at www.instagram.com in a browser on this computer, as this account.',
    'Open the developer tools (F12), and there Application or Storage, then Cookies.',
    'Copy sessionid, ds_user_id and csrftoken, and paste them here as name=value lines. Pasting the whole Cookie header works too.',
  ],
  cookies: 'Cookies of instagram.com',
  cookiesHint: 'They give access to your account: never show them to anyone. They are kept encrypted here.',
  cookiesMissing: 'Paste the cookies first.',
  agent: 'User agent of that browser',
  agentHint: 'The session continues under its name. Filled in for the browser you are using now.',
  agentMissing: 'It must begin with Mozilla/5.0.',
  importIt: 'Check and save it',
  importing: 'Asking Instagram once whether the session is valid …',

  username: 'Name of the account',
  password: 'Password',
  passwordHint: 'Used for one log-in and kept nowhere. Two tries in a quarter of an hour, one log-in a day.',
  incomplete: 'Both the name and the password are needed.',
  logIn: 'Log in once',
  loggingIn: 'Logging in. This takes some seconds on purpose …',
  passwordGone: 'The password was cleared. Enter it again if you want another try.',

  codeHeading: 'Instagram wants to make sure that it is you',
  codeOffer: 'It can send you a code of six digits.',
  sendCode: 'Send me the code',
  sendingCode: 'Asking Instagram to send it …',
  codeSent: (to: string | null) => (to === null ? 'The code was sent.' : `The code was sent to ${to}.`),
  codeUntil: (until: string) => `It can be entered until ${until}, three times at most.`,
  code: 'Code',
  codeHint: 'Six digits',
  submitCode: 'Submit',
  submittingCode: 'Submitting the code …',
  startOver: 'Start over',

  advice: {
    LOGIN_RATE_LIMITED: 'Trying sooner makes it worse, also in the app.',
    TWO_FACTOR_REQUIRED:
      'Choose “From my browser” above: there you log in yourself, with your second factor.',
    INVALID_CODE: 'Enter the six digits and nothing else.',
    NO_ACTIVE_SESSION: 'A code is valid for ten minutes and three tries. Log in again to get another one.',
    PLATFORM_ERROR: 'Instagram gave no clear answer. Try again in a few minutes.',
  } as Readonly<Record<string, string>>,
}
