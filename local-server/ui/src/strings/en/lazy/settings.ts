/** What the settings say below the title of a section. */
export const settingsEn = {
  keys: {
    name: 'Name of the key',
    nameHint: 'So that you know later which script uses it.',
    namePlaceholder: 'Backup script',
    rights: 'It may',
    rightsNamed: {
      draft: 'read and write drafts',
      approval: 'write drafts, and send what you approve',
      read: 'only read',
      full: 'do everything',
    },
    rightsMean: {
      draft:
        'It reads, uploads files and writes drafts; you send them. A script that publishes, schedules, changes a plan or deletes is answered with 403: for scripts choose “do everything”.',
      approval:
        'It writes drafts and asks you to send them, in the inbox. A script that publishes or schedules is answered with 403 until it asks with POST /approvals: for scripts choose “do everything”.',
      read: 'It reads posts, media and plans. Everything that changes something is answered with 403.',
      full: 'It publishes, schedules and deletes without asking you: for scripts of your own.',
    },
    create: 'Create key',
    nameMissing: 'Give the key a name.',
    nameTooLong: (most: number) => `Use ${most} characters or fewer.`,
    yours: 'Your keys',
    noneTitle: 'No keys yet',
    noneText: 'Name one above and create it; then a script or an agent can work for you.',
    created: 'Created',
    neverUsed: 'Never used',
    lastUsed: 'Last used',
    revoked: 'Revoked',
    revoke: 'Revoke',
    revokeNamed: (name: string) => `Revoke ${name}`,
    newKey: (name: string) => `The key “${name}”`,
    copyNow:
      'Copy it now and keep it safe: this is the only time it is shown. Whoever has it may do with Nightpost what the key may.',
    copyKey: 'Copy the key',
    tryIt: 'Try it in a terminal',
    copied: 'I have copied it',
    revokeTitle: (name: string) => `Revoke “${name}”?`,
    revokeText: 'Anything that uses this key is refused from its next request on. This cannot be undone.',
    revokeAct: 'Revoke key',
    revokeDone: (name: string) => `The key “${name}” is revoked.`,
    calls: {
      show: 'Calls',
      title: (name: string) => `Calls with “${name}”`,
      lead: 'The latest 1,000 of the last 30 days. What was sent with a call is not kept.',
      none: 'No calls in the last 30 days.',
      older: 'Show older calls',
      noRoute: 'an unknown address',
      tool: 'Tool',
      post: 'Open the post',
      outcomes: {
        done: (status: number) => `Done (${status})`,
        refused: (status: number) => `Refused (${status})`,
        failed: (status: number) => `Failed (${status})`,
      },
    },
  },
  backup: {
    passphrase: 'Passphrase',
    passphraseHint: (least: number) =>
      `At least ${least} characters, such as five random words. Write it down: without it nobody can open the backup, not even you.`,
    again: 'Passphrase again',
    tooShort: (least: number) => `Enter at least ${least} characters.`,
    different: 'These are two different passphrases.',
    withMedia: 'With pictures and videos',
    make: 'Make a backup',
    making: 'Making the backup, and opening it once …',
    made: (name: string) => `${name} is in your downloads. It was opened again: it can be restored.`,
    inside:
      'In it are your posts and plans, API keys, and the access tokens with the key that opens them. nightpost restore FILE makes a new data folder from it; with a folder for backups set, Nightpost makes one every day.',
    upgrade:
      'Before a new version changes the database, Nightpost automatically puts a copy of it into the data folder (nightpost.db.before-upgrade-…).',
    restore:
      'A restored copy publishes nothing automatically: its queue is held until you confirm at the top of this page, because what waits in it may already be live. What is found live on your profile is then not published again.',
  },
}
