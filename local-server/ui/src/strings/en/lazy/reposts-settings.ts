export const repostSettingsEn = {
  save: 'Save',
  saved: 'Saved.',
  risk: 'Risk:',
  between: (least: number, most: number) => `A whole number from ${least} to ${most}.`,

  intervalHeading: 'How often it checks',
  intervalDoes:
    'The time between two checks for mentions. A story lasts 24 hours, so 12 hours or less miss hardly any.',
  intervalRisk:
    'At 24 hours or more, stories come and go unseen. Fewer hours mean more requests; the minimum of six is far from what accounts get blocked for.',
  interval: 'Hours between two checks',
  jitter: 'Random delay (± min)',
  jitterHint:
    'Moves each check by a random time, so that requests do not come like clockwork. 0 makes them regular.',

  nightHeading: 'Quiet hours',
  nightDoes:
    'During these hours Nightpost neither checks nor reposts automatically. Your own clicks still work.',
  nightRisk:
    'Without quiet hours the account is active at any hour, as no person is. Stories that begin and end within them are missed.',
  night: 'Keep quiet hours',
  from: 'From',
  to: 'Until',
  zoneHint: 'Quiet hours and days follow the local time there.',
  zoneUnknown: 'Choose a time zone from the list.',
  sameHour: 'Both are the same hour, so there would be no quiet hours.',

  limitHeading: 'Reposts a day',
  limitDoes: 'No more than this many reposts a day, with or without a click.',
  limitRisk:
    'Many reposts in a row look automated, and tire your followers. Instagram does not publish what it tolerates; 5 is cautious.',
  limit: 'Most reposts a day',

  autoHeading: 'Auto-repost',
  autoDoes:
    'Automatically reposts what is found from now on: one every 20 minutes at most, never in quiet hours, never in the first 48 hours.',
  autoRisk:
    'You do not see a story before it appears under your name, and its author has not been asked. Instagram does not say whether that is allowed. Better leave it off.',
  auto: 'Repost without asking me',

  creditHeading: 'Credit',
  creditDoes: 'Tags the author in your story, officially: they are notified, and the tag leads to them.',
  creditRisk: 'Without the tag nothing but your signature, if there is one, says whose story it was.',
  credit: 'Tag the author',

  signatureHeading: 'Signature',
  signatureDoes: 'Adds a line to the picture of each repost. {username} stands for the author’s name.',
  signatureRisk:
    'For this, the picture is copied to this computer until the repost is out. Videos stay as they are. Your Worker cannot do this: such mentions wait for this computer.',
  signature: 'Add a signature',
  text: 'Line',
  textProblem: (most: number) => `Between 1 and ${most} characters.`,
  letters: (used: number, most: number) => `${used} of ${most} characters`,
  colour: 'Colour',
  colourPick: 'Choose a colour',
  colourProblem: 'A colour like #ffffff.',
  colourFaint:
    'Neither light nor dark: on many pictures only the edge around the letters will be legible. White or black read best.',
  colourFine: 'An edge of the opposite brightness goes around the letters.',
  placeHint: 'Click where the middle of the line goes, or move it with the arrow keys.',
  placeAt: (x: string, y: string) => `Place of the signature: ${x} from the left, ${y} from the top`,
  previewAuthor: 'benno.bikes',

  sourceHeading: 'How mentions are read',
  sourceDoes:
    'An account reads by one way at a time. What was found before a change is never reposted automatically.',
  sourceRisk:
    'The official interface has none. Your own session can cost the account; read on before you choose it.',
  sourceOfficial: 'Official interface',
  sourcePrivateApi: 'Your own session',
  recommended: 'Recommended',
  against: 'Against the terms',
  needs: 'Needs',
  reads: 'Reads',
  risks: 'Risks',
  never: 'We never',
  officialNeeds: 'A professional account that has allowed messages to be read. No password.',
  officialReads: 'The messages that carry a mention, through Instagram’s messaging interface.',
  officialRisks: 'None that we know of: Instagram offers it for this.',
  officialNever: 'Answer a message, mark one as read, or look at the others.',
  privateApiNeeds: 'A session that you made in your browser, or one login with your password.',
  privateApiReads: 'Your inbox, as your browser would, for the same mentions.',
  privateApiRisks:
    'It breaks Instagram’s terms. A checkpoint is likely at some point; losing the account is possible.',
  privateApiNever:
    'Keep the password, log in on our own, imitate a device, or give the session to the cloud.',
  ready: 'Ready',
  officialMissing: 'This account has not allowed it. Connect it again and allow messages.',
  privateApiMissing: 'No session yet.',
  toAccounts: 'Open the accounts',

  removeHeading: 'Remove story reposts',
  removeDoes: 'Deletes these settings for this account and stops checking. The history stays.',
  remove: 'Remove',
  removeTitle: (username: string) => `Remove story reposts of ${username}?`,
  removeText:
    'Nightpost no longer looks for mentions of this account, and its settings are deleted. The history stays; reposts that are live stay live.',
  removeKeep: 'Keep them',
  removed: 'Story reposts are removed for this account.',
}

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
  fromLogin: 'It comes from a login with the password, which was not kept.',
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
  importing: 'Asking Instagram once whether the session is valid…',

  username: 'Name of the account',
  password: 'Password',
  passwordHint: 'Used for one login and kept nowhere. Two tries in a quarter of an hour, one login a day.',
  incomplete: 'Both the name and the password are needed.',
  logIn: 'Log in once',
  loggingIn: 'Logging in. This takes some seconds on purpose…',
  passwordGone: 'The password was cleared. Enter it again if you want another try.',

  codeHeading: 'Instagram wants to make sure that it is you',
  codeOffer: 'It can send you a code of six digits.',
  sendCode: 'Send me the code',
  sendingCode: 'Asking Instagram to send it…',
  codeSent: (to: string | null) => (to === null ? 'The code was sent.' : `The code was sent to ${to}.`),
  codeUntil: (until: string) => `It can be entered until ${until}, three times at most.`,
  code: 'Code',
  codeHint: 'Six digits',
  submitCode: 'Submit',
  submittingCode: 'Submitting the code…',
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
