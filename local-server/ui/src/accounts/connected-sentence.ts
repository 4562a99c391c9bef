const names = new Intl.ListFormat('en', { type: 'conjunction' })

export function connectedSentence(usernames: readonly string[]): string {
  return `${names.format(usernames)} ${usernames.length === 1 ? 'is' : 'are'} connected.`
}
