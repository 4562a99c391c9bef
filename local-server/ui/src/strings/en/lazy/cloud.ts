import {
  DEPLOY_REFUSALS,
  type DeployRefusalCode,
} from '../../../../../../core/rules/notices/deploy-refusals.ts'
import { cloudHealthEn } from './cloud-health.ts'

const refusalsEn: Readonly<Record<DeployRefusalCode, string>> = DEPLOY_REFUSALS

export const cloudEn = {
  lead: 'A small program in your own Cloudflare account, the Worker, publishes your scheduled posts while this computer is off.',
  setUpTitle: 'Set it up',
  /** Benefits and cost. */
  promise: {
    title: 'What it gives you',
    outTitle: 'Your posts are published while this computer is off',
    out: 'With the lid closed, the battery empty or your internet down, the Worker publishes what you have scheduled, on time. When this computer is back, Nightpost finds out what happened.',
    costTitle: 'It fits the free plan',
    cost: 'Cloudflare’s free plan is enough: ten accounts with three pictures a day each use 1,510 of 100,000 free requests and 166 of 1,000 free writes. The storage for pictures (R2) has 10 GB free; Cloudflare asks for a payment method before it switches R2 on.',
    storedTitle: 'It stays yours',
    stored:
      'The Worker runs in your account, with no company in between. It holds your waiting posts, and your access tokens encrypted with a key that only this computer and your Worker have. Pictures are stored at addresses that cannot be guessed, and are deleted a day after they are published.',
  },
  beginAnew: 'Start over',
  showSecret: (field: string) => `Show or hide: ${field}`,
  ways: {
    label: 'How to set it up',
    automatic: 'Automatic',
    byHand: 'Connect a Worker',
  },
  variables: {
    worker:
      'The Worker is set by the variable CLOUD_WORKER_URL. To choose or remove it here, start Nightpost without the CLOUD variables. The posts that it has come back when you then connect it here and disconnect it.',
    bucket: 'The bucket is set by the BUCKET variables.',
  },
  token: {
    stepCreate: 'Create an API token',
    create:
      'Sign in to Cloudflare (a free account is enough) and open the token form: the permissions are filled in already. Continue to the summary, create the token, and copy it.',
    openForm: 'Open the token form',
    byYourself: 'Fill in the form yourself',
    byYourselfText:
      'In the dashboard under “My Profile”, “API Tokens”, choose “Create Token” and “Custom token”. Add these four permissions, all of the group “Account”, and include your account under “Account Resources”.',
    copyPermissions: 'Copy the list',
    r2: 'If you have never used R2 in this account, switch it on first:',
    r2Link: 'open R2 in the dashboard',
    tokenName: 'Nightpost',
    stepPaste: 'Paste it here',
    field: 'API token',
    fieldHint:
      'It is checked right away. Nothing is created before you say so, and the token is kept encrypted on this computer.',
    check: 'Check it',
    checking: 'Asking Cloudflare…',
    missing: 'Paste the API token first.',
    accountIdHint:
      'This token may not list your accounts. The ID is in the dashboard’s address, after dash.cloudflare.com/.',
    account: 'Account',
    chooseAccount: 'Set it up in which account?',
    namelessAccount: 'Account without a name',
    permissions: 'Permissions',
    granted: 'granted',
    notGranted: 'missing',
    mayList: 'This one only lists accounts; the deployment works without it.',
    lacks: (names: string) =>
      `The token lacks ${names}. Edit it in the dashboard, wait a minute, and check it again.`,
    r2Off:
      'R2 is not switched on in this account. Open R2 in the dashboard, switch it on (its free tier is enough), and check again.',
    expires: 'The token is valid until',
    expiresAfter:
      '. It is also the key to the bucket: after that no file is uploaded and no post handed over until you deploy again with another one.',
    address: 'Address',
    nameHint:
      'Your account has none yet. It becomes part of the address of every Worker of yours and cannot easily be changed. Lowercase letters, digits and hyphens.',
    nameMissing: 'Choose a name first.',
    makes:
      'Nightpost creates a Worker, a key-value store and a bucket for pictures in this account, and sets a timer. It takes a minute or two.',
  },
  byHand: {
    lead: 'For a Worker that you deployed with wrangler, or one that runs on this computer.',
    paste: 'Paste what the Worker printed',
    pasteHint: 'The line of JSON, or the lines with CLOUD_WORKER_URL. It fills in the form below.',
    pasted: 'Filled in below.',
    notRead: 'That is not what a Worker prints. Fill in the form instead.',
    worker: 'Worker',
    workerUrl: 'Worker address',
    workerUrlHint: 'Such as https://nightpost.ada.workers.dev',
    workerKey: 'Worker key',
    workerKeyHint: 'The secret WORKER_API_KEY',
    encryptionKey: 'Encryption key',
    encryptionKeyHint: 'The secret ENCRYPTION_KEY: 43 characters',
    bucket: 'Bucket for pictures and videos',
    bucketKept: 'Leave all five empty to keep the bucket that is set up now.',
    endpoint: 'S3 endpoint',
    name: 'Bucket name',
    region: 'Region',
    regionHint: '“auto” for R2; other providers have region names of their own, such as eu-central-1.',
    accessKeyId: 'Access key ID',
    secretAccessKey: 'Secret access key',
    publicUrl: 'Public address',
    publicUrlHint: 'Where Instagram fetches files from: for R2, the address of the Worker.',
    empty: 'This is required.',
    connect: 'Connect',
    connected: 'The Worker is connected.',
    checks: 'Connecting checks the Worker’s keys, writes a small file to the bucket, and removes it again.',
  },
  deployment: {
    title: 'Setting up the cloud',
    again: 'Deploying the Worker again',
    progress: (done: number, of: number) => `${done} of ${of} steps done`,
    doing: (step: string) => `Now: ${step}`,
    steps: {
      token: 'Check the API token',
      account: 'Find the account',
      namespace: 'Create the key-value store',
      bucket: 'Create the bucket for pictures',
      lifecycle: 'Set the bucket’s clean-up rule',
      address: 'Find the Worker’s address',
      secrets: 'Choose keys for the Worker',
      upload: 'Upload the Worker',
      publish: 'Open its address',
      schedule: 'Set its timer to every minute',
      health: 'Wait until it answers',
      keys: 'Check that it has the right keys',
      store: 'Connect this computer to it',
      accounts: 'Register your accounts with it',
    },
    /** Said while the step runs, where it may take long. */
    takesTime: {
      upload: 'This takes a few seconds.',
      health: 'A new address may take a few minutes to answer. You can leave this page.',
      keys: 'For a moment the previous version may still answer.',
      store: 'Posts waiting at another Worker are recalled first.',
    },
    states: { waiting: 'waiting', running: 'running', done: 'done', failed: 'failed' },
    failed: 'It stopped',
    interrupted: 'It was interrupted',
    interruptedText: 'Nightpost was stopped while it set up the cloud. It continues where it stopped.',
    asks: 'It needs something from you',
    refusals: refusalsEn,
    goOn: 'Continue',
    fields: {
      apiToken: 'Another API token',
      accountId: 'Account ID',
      workersDevName: 'Name below workers.dev',
      scriptName: 'Name of the Worker',
    },
    otherToken: 'Use another API token',
    left: {
      title: 'What is in your account so far',
      none: 'Nothing has been created in your account yet.',
      namespace: (name: string) => `a key-value store “${name}”`,
      bucket: (name: string) => `a bucket “${name}-media”`,
      upload: (name: string) => `a Worker “${name}”`,
      schedule: 'its timer',
      keeps:
        'It costs nothing while it is unused, and continuing uses it. If you give up, delete it in the Cloudflare dashboard, unless a Nightpost on another computer uses it.',
    },
  },
  ...cloudHealthEn,
}
