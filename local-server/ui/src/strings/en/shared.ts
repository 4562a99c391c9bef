export const shared = {
  tryAgain: 'Try again',
  newTab: '(opens in a new tab)',
  closeMessage: 'Close this message',
  failed: 'That did not work',
  somethingWrong: 'Something went wrong.',
  copied: 'Copied',
  sandbox: 'Sandbox',
  sandboxMeans: 'A practice account: what it publishes stays on this machine',
  undo: 'Undo',
}
