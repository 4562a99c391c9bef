// What helps a post that is not out, in words.

export const nextStepEn = {
  retry: 'Retry',
  retryOf: (name: string) => `Retry: ${name}`,
  retrySentence: 'Nothing went live. The same post can be sent again.',
  reconnect: (account: string) => `Reconnect ${account}`,
  reconnectSentence: (account: string) =>
    `Nothing went live. Reconnect ${account}, then come back and retry.`,
  connect: 'Connect an account',
  goneSentence:
    'Nothing went live. The account of this post is no longer connected. Connect it, then publish a copy of the post.',
  fixMedia: 'Fix the files',
  fixMediaOf: (name: string) => `Fix the files: ${name}`,
  fixSentence: 'Nothing went live. Fix the file here, then retry.',
  bucket: 'Set up the cloud',
  bucketSentence:
    'Nothing went live. Instagram fetches files from a public address, which your own cloud provides. Set it up, then retry.',
  change: 'Copy into a new draft',
  changeOf: (name: string) => `Copy into a new draft: ${name}`,
  changeSentence:
    'Nothing went live. Instagram would refuse the same post again: copy it, change what Instagram objected to, and publish the copy.',
  waitUntil: (time: string) => `Instagram is limiting this account until ${time}. Nothing went live.`,
  waitSomeTime:
    'Nothing went live. Instagram did not say how long this lasts; its limits usually reset within a day.',
  waitForRoom: (time: string) =>
    `Nothing went live. The account’s publishing limit for 24 hours is full. There is room again: ${time}.`,
  whenRoom: 'Publish when there is room',
  whenRoomOf: (name: string) => `Publish when there is room: ${name}`,
  afterPause: (time: string) => `Publish after ${time}`,
  afterPauseOf: (name: string, time: string) => `Publish after ${time}: ${name}`,
  goesOnAt: (time: string) =>
    `Instagram is limiting the account for now. Nightpost continues automatically: ${time}.`,
  checkSentence: 'Check the profile first. Then say what you see:',
  lookAtProfile: 'Check the profile',
  newTab: '(opens in a new tab)',
  notThere: 'It is not there: retry',
  isThere: 'It is there: clear it from the list',
  retryIsSafe: 'Retrying is safe: Nightpost looks for the post before it sends anything.',
  chooseAccount: 'Copy into a new draft for',
  unconfirmedShort: 'Instagram did not confirm it. It may be live: check the profile.',
}
