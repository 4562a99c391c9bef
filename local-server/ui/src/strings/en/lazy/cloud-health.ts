import { plural } from '../../plural.ts'

/** The part of `cloud` about a Worker that is set up. */
export const cloudHealthEn = {
  verdict: {
    label: 'Cloud status',
    severity: {
      none: 'Not set up',
      good: 'All is well',
      wait: 'Wait a little',
      warning: 'Look into this',
      bad: 'Something is wrong',
    },
    kinds: {
      'not-set-up': {
        title: 'The cloud is not set up',
        text: 'Scheduled posts are published while this computer is on and Nightpost is running.',
      },
      'worker-missing': {
        title: 'There is a bucket, but no Worker',
        text: 'Pictures have a public address. Scheduled posts still need this computer to be running at their time.',
      },
      'bucket-missing': {
        title: 'The Worker has no bucket',
        text: 'Without a bucket for pictures and videos no post can be handed to it. Scheduled posts stay on this computer.',
      },
      'wrong-worker-key': {
        title: 'The Worker does not accept our key',
        text: 'New posts, changes and cancellations cannot be sent to it. It still publishes what it already has.',
      },
      'coming-up': {
        title: 'The Worker does not answer yet',
        text: 'It was deployed a moment ago. A new address may take a few minutes.',
      },
      unreachable: {
        title: 'The Worker cannot be reached',
        text: 'Check this computer’s internet connection first. A Worker that is running still publishes what it already has; new posts stay on this computer until it answers.',
      },
      'cannot-tell': {
        title: 'The state of the Worker is not known',
        text: 'Whether it publishes what it has is not known either.',
      },
      'no-encryption-key': {
        title: 'The Worker has no encryption key',
        text: 'It cannot open your access tokens, so it cannot publish.',
      },
      'wrong-encryption-key': {
        title: 'The Worker has a different encryption key from this computer',
        text: 'It cannot open the access tokens that it gets from here, so it cannot publish.',
      },
      starting: {
        title: 'The Worker is starting',
        text: 'It answers, but its timer does not run every minute yet. After a deployment this may take 5 to 15 minutes. If it takes longer, deploy it again.',
      },
      'timer-missing': {
        title: 'The Worker has no timer',
        text: 'Nothing wakes it when a post needs another look. Deploying it again sets the timer.',
      },
      'timer-stopped': {
        title: 'The Worker’s timer has stopped',
        text: 'It answers, but has not been woken each minute. Posts are still published by their own alarm, but a lost alarm would not be noticed.',
      },
      'clock-off': {
        title: 'This computer’s clock is off',
        text: 'It differs from the Worker’s by more than half a minute. This computer publishes its posts at the wrong time. Set its clock.',
      },
      'unknown-jobs': {
        title: 'The Worker has posts that it does not understand',
        text: 'They come from another version of Nightpost, and it leaves them alone. Update the Worker to this version.',
      },
      outdated: {
        title: 'The Worker is fine; a newer version is ready',
        text: 'This Nightpost comes with a newer Worker. Waiting posts stay as they are.',
      },
      healthy: {
        title: 'The Worker is ready',
        text: 'Scheduled posts are published even with the lid closed.',
      },
    },
    silentScheduler:
      'It answers, but its scheduler does not, so posts may not go out now. If a daily quota is used up, it goes on after midnight UTC. What you see here is its second copy, from the key-value store.',
    next: {
      'set-up': 'Set it up',
      connect: 'Connect it again',
      redeploy: 'Deploy it again',
      'deploy-anew': 'Deploy it with our keys',
      'deploy-by-hand': 'Run npx wrangler deploy in a clone of this version: the secrets stay.',
      wait: 'Check again',
      'look-again': 'Check again',
      'set-clock': 'Check again',
    },
  },
  health: {
    looked: 'Checked',
    every: 'and again every 30 seconds',
    countsTitle: 'In the Worker',
    counts: {
      scheduledCount: 'Scheduled',
      completedCount: 'Completed',
      failedCount: 'Failed',
      repostConfigCount: 'Repost accounts',
      pendingRepostCount: 'Pending reposts',
    },
    factsTitle: 'State',
    lastRun: 'Last run of the timer',
    neverRan: 'Not yet',
    timer: 'Timer',
    everyMinute: 'every minute',
    noTimer: 'none known',
    timerSet: 'set',
    clock: 'Clock',
    clockFine: 'The same here and there',
    clockAhead: (length: string) => `The Worker’s is ${length} ahead`,
    clockBehind: (length: string) => `The Worker’s is ${length} behind`,
    seconds: (count: number) => `${count} ${plural(count, 'second', 'seconds')}`,
    keyMatches: 'The same here and there',
    keyDiffers: 'Different from the one here',
    keyMissing: 'None',
    version: 'Version',
    newer: (version: string) => `${version} is ready to be deployed`,
    freePlan: 'On the free plan',
    picturesLeft: (left: number, all: number) => `${left} of ${all} pictures left today`,
    freePlanNote: 'Counted from 00:00 UTC. A paid plan has no such limit.',
    freePlanShort:
      'After that, the list in the key-value store is late until 00:00 UTC. Posts go out on time.',
    bucket: 'Bucket',
    noBucket: 'none',
    mediaFrom: 'Files are fetched from',
    apiTokenStored: 'Stored here, encrypted',
    apiTokenNone: 'None stored',
    verified: 'Last answer with the right keys',
    unknown: 'unknown',
  },
  jobs: {
    title: 'Recent jobs',
    none: 'The Worker has not had any posts yet.',
    job: (id: string) => `Job ${id}`,
    due: 'due',
    raw: 'Show as JSON',
    all: (count: number) => `Show all ${count}`,
    states: {
      waiting: 'waiting',
      publishing: 'publishing',
      published: 'published',
      failed: 'failed',
      cancelled: 'cancelled',
    },
  },
  keys: {
    title: 'Stored keys',
    lead: 'What the Worker writes to its key-value store for people to read. The Worker decides nothing by it, and an entry may be a minute old.',
    prefix: 'Only keys that begin with',
    prefixHint: 'Such as job:, jobs:, result:, account: or meta:',
    count: (count: number, isComplete: boolean) =>
      isComplete ? `${count} ${plural(count, 'key', 'keys')}` : `The first ${count} keys`,
    none: 'No keys.',
    unknown: 'Unknown while the Worker does not answer.',
    noneWithPrefix: 'No key begins like this.',
    advanced: 'Advanced',
    advancedText:
      'Deleting a key changes nothing about what is published. It only tidies up, and the Worker may write it again.',
    remove: 'Key to delete',
    removeAct: 'Delete…',
    removeMissing: 'Enter the whole key.',
    removeTitle: (key: string) => `Delete the key “${key}”?`,
    removeText: 'It is deleted in your key-value store. This cannot be undone.',
    removeConfirm: 'Delete key',
    removed: (key: string) => `The key “${key}” is deleted.`,
  },
  manage: {
    title: 'Change the set-up',
    redeployTitle: 'Deploy the Worker again',
    redeployText:
      'Uploads this Nightpost’s Worker and sets its timer again. Posts, keys and pictures stay. Do it with another API token before the one that is stored here ends.',
    redeployByHand:
      'This Worker was not deployed from here. Run npx wrangler deploy in a clone of this version: the secrets stay.',
    redeploy: 'Deploy again',
    reconnectTitle: 'Connect another Worker, or this one again',
    reconnectText:
      'For a new key, another address or another bucket. If it is another Worker, waiting posts are recalled first.',
    disconnectTitle: 'Disconnect the cloud',
    disconnectText:
      'Nightpost forgets the Worker, its keys and the API token. In your account the Worker stays, and the token stays good, until you delete them there.',
    disconnect: 'Disconnect…',
    confirmTitle: 'Disconnect the cloud?',
    confirmText: (scheduled: number | null) =>
      scheduled === null || scheduled === 0
        ? 'Posts waiting in the cloud are recalled first and then published by this computer: it has to be running at their time.'
        : `${scheduled} ${plural(scheduled, 'post waits', 'posts wait')} in the cloud. ${plural(scheduled, 'It is', 'They are')} recalled first and then ${plural(scheduled, 'goes', 'go')} out from this computer: it has to be running at ${plural(scheduled, 'its', 'their')} time.`,
    confirmTokens: 'The Worker is told to forget your access tokens.',
    act: 'Disconnect',
    done: 'The cloud is disconnected.',
    refusedTitle: 'Not disconnected: the Worker has not released everything',
    leave: 'Leave them behind and disconnect…',
    leaveTitle: 'Leave posts behind?',
    leaveText:
      'Only for a Worker that will never answer again. The posts that it has are marked as failed here, because their outcome cannot be known. They may already be published, or may still be published later. Check Instagram before you send one again.',
    leaveAct: 'Leave them and disconnect',
  },
}
