import type { DryRunStepName } from '../../../../../../core/api/dry-run.ts'
import { plural } from '../../plural.ts'

const DRY_RUN_STEPS: Readonly<Record<DryRunStepName, string>> = {
  token: 'Access',
  permissions: 'Permissions',
  limit: 'Publishing limit',
  address: 'Public address of a picture',
  container: 'Sending the picture',
  processing: 'Processing',
}

export const accountsEn = {
  intro:
    'The Instagram accounts that Nightpost publishes for. Their access is kept encrypted on this computer.',
  connectedAccounts: 'Connected accounts',
  none: 'No account yet',
  noneText: 'The guide leads you to the first one, step by step. It takes about ten minutes.',
  onlyPractice: 'Ready for an account of your own?',
  onlyPracticeText:
    'So far there is only the sandbox account: what it publishes stays on this computer. The guide leads you to Instagram, step by step, even if you have never seen a developer dashboard.',
  openGuide: 'Open the guide',
  byInstagram: 'Instagram login',
  byFacebook: 'Facebook login',
  byFacebookPage: (page: string) => `Facebook login, Page ${page}`,
  followers: (count: string, n: number) => `${count} ${plural(n, 'follower', 'followers')}`,
  life: {
    endless: (service: string) => `${service} has not said when the access ends.`,
    renewed: (left: string) => `${left} left on the token, renewed automatically`,
    until: (left: string, date: string) => `${left} left on the token, until ${date}`,
    ending: (left: string) => `${left} left on the token. Connect the account again in time.`,
    notRenewed: (left: string) =>
      `${left} left on the token: renewing it has not worked so far. Connect the account again.`,
    ended: (date: string) =>
      `The access ended on ${date}. Nothing is published until you connect the account again.`,
    practice: 'This access doesn’t expire.',
  },
  outlook: {
    nothing: 'Nothing is scheduled.',
    scheduled: (n: number, next: string) => `${n} ${plural(n, 'post', 'posts')} scheduled, the next ${next}.`,
    atRisk: (n: number, all: number) =>
      n === all
        ? `${plural(n, 'The scheduled post is', `All ${n} scheduled posts are`)} due after the access ends, and will fail.`
        : `${n} of ${all} scheduled posts ${plural(n, 'is', 'are')} due after the access ends, and will fail.`,
    failed: (n: number) => `${n} ${plural(n, 'post', 'posts')} failed in the last seven days.`,
    toPlan: 'Open the plan',
    toPosts: 'See what failed',
    /** Label for readers of links alone. */
    of: (username: string) => `of ${username}`,
  },
  waitForRoom: 'When the publishing limit is reached, posts wait',
  waitForRoomHint:
    'They are published in the order of their times, as soon as there is room. Otherwise they fail.',
  waitForRoomOf: (account: string) => `When the publishing limit of ${account} is reached, posts wait`,
  paused: (when: string) => `Paused: Instagram asked us to slow down. Next try ${when}.`,
  cannot: (what: string, service: string) =>
    `Not allowed: ${what}. Reconnect, and allow everything ${service} asks for.`,
  purposes: {
    publish: 'publishing',
    delete: 'deleting posts on Instagram',
    'cross-post': 'copies on the Facebook Page',
    mentions: 'reposting stories that mention you',
  },
  reconnect: 'Reconnect',
  reconnectAccount: (username: string) => `Reconnect ${username}`,
  dryRun: {
    open: 'Dry run',
    of: (username: string) => `Dry run of ${username}`,
    text: 'Does everything that a post does, with the newest picture in the library, and stops before the last step. Nothing becomes visible, and it does not count as a post. It can take a minute.',
    start: 'Start',
    again: 'Run it again',
    running: 'Going through the steps…',
    held: 'Every step succeeded: a post of this account would be published.',
    failed: 'A step failed; a post would fail there, too.',
    steps: 'Steps',
    names: DRY_RUN_STEPS,
    ok: 'OK',
    notOk: 'Failed',
    copy: 'Copy as a report',
  },
  disconnect: 'Disconnect',
  disconnectAccount: (username: string) => `Disconnect ${username}`,
  disconnectTitle: (username: string) => `Disconnect ${username}?`,
  disconnectText:
    'Its access is deleted from this computer. What is published stays on Instagram and in your history.',
  disconnectPosts: (n: number) =>
    n === 0
      ? 'Posts that still wait for it will not be published.'
      : `${n} scheduled ${plural(n, 'post', 'posts')} will not be published, and ${plural(n, 'is', 'are')} marked as failed.`,
  disconnectInsights: 'Delete its insights, too',
  disconnectInsightsHint: 'They stay otherwise, and are there again when you connect it once more.',
  disconnectSandbox: 'To bring it back, paste its token:',
  isDisconnected: (username: string) => `${username} is disconnected.`,
  areConnected: (names: string, n: number) => `${names} ${plural(n, 'is', 'are')} connected.`,
  outcomeLost: 'The login has ended, but its result is not known. Check the list.',
  connectTitle: 'Connect an account',
  connectGuide: 'New to this?',
  connectGuideLink: 'The guide explains every step',
  token: {
    title: 'Paste a token',
    text: 'The most reliable way for your own accounts: no app review, no redirect.',
    kind: 'Kind of token',
    instagram: 'Instagram token',
    facebook: 'Facebook token',
    label: 'Access token',
    missing: 'Paste a token first.',
    idle: (service: string) =>
      `As soon as you paste, ${service} is asked whose token it is. Nothing is stored yet.`,
    asking: (service: string) => `Asking ${service} whose token this is…`,
    belongsTo: (n: number) => plural(n, 'This token belongs to', 'This token opens'),
    business: 'business account',
    creator: 'creator account',
    withPage: (page: string) => `with the Page ${page}`,
    alreadyConnected: 'already connected',
    until: (date: string) => `It is valid until ${date}.`,
    untilRenewed: (date: string) => `It is valid until ${date}, and Nightpost renews it before then.`,
    endless: 'It is not known when it ends.',
    short:
      'That is soon: with your app’s ID and secret in the app credentials below, Facebook gives 60 days instead.',
    leavesFacebook: (names: string) =>
      `So far ${names} is connected through Facebook. With this token, copies on the Page and deleting posts on Instagram end.`,
    missingScopes: (scopes: string, what: string) => `It lacks ${scopes}: ${what} will not work.`,
    allScopes: 'Nothing is missing: it allows everything Nightpost can do.',
    neededScopes: (what: string, scopes: string) =>
      `It allows what every account needs. Only for ${what} it lacks ${scopes}.`,
    optional: { comments: 'first comments', insights: 'insights' },
    connect: 'Connect',
    connectOne: (username: string) => `Connect @${username}`,
    reconnectOne: (username: string) => `Reconnect @${username}`,
    connectSome: (n: number) => `Connect ${n} accounts`,
    steps: {
      platform: [
        'In the app dashboard, open your app and its “API setup with Instagram login”.',
        'Add your account as an Instagram tester, and accept the invitation in Instagram under “Apps and websites”.',
        'Only for insights, first comments and posts without comments: add instagram_business_manage_insights and instagram_business_manage_comments to the permissions of the app.',
        'Back in the dashboard, choose “Generate token” beside the account and allow everything it asks for.',
        'Copy the token and paste it here. It is valid for 60 days, and Nightpost renews it.',
      ],
      partner: [
        'Open the Graph API Explorer and choose your app.',
        'Choose “User token” and add the permissions instagram_basic, instagram_content_publish, instagram_manage_contents, instagram_manage_messages, pages_show_list, pages_read_engagement, pages_manage_posts, pages_manage_metadata and business_management.',
        'Only for insights, first comments and posts without comments: add instagram_manage_insights and instagram_manage_comments, too.',
        '“Generate access token”, and tick your Page and its Instagram account.',
        'Copy the token and paste it here. With your app’s ID and secret in the app credentials below it is valid for 60 days, without them for an hour or two.',
      ],
    },
    places: { platform: 'Open the app dashboard', partner: 'Open the Graph API Explorer' },
  },
  login: {
    title: 'Log in',
    text: 'With an app of your own whose ID and secret are in the app credentials below.',
    platform: 'Connect with Instagram',
    partner: 'Connect with Facebook',
    also: { comments: 'First comments', insights: 'Insights' },
    alsoHints: {
      comments:
        'Tick this if Nightpost should write the first comment under your posts, or switch comments off. It then asks for one more permission.',
      insights:
        'Tick this if Nightpost should keep the numbers of your posts and stories. It then asks for one more permission.',
    },
    noId: 'No app ID is set.',
    noSecret: 'The app secret is missing in the app credentials.',
  },
  setup: {
    title: 'App credentials',
    text: 'Only for logging in with the buttons above, and for long-lived Facebook tokens. Secrets are kept encrypted and never shown again.',
    services: { platform: 'Instagram', partner: 'Facebook' },
    ids: { platform: 'Instagram app ID', partner: 'Meta app ID' },
    secrets: { platform: 'Instagram app secret', partner: 'Meta app secret' },
    redirect: 'Redirect URI for the dashboard',
    redirectHints: {
      platform:
        'Instagram’s dashboard refuses http://localhost. Unless it accepts your address, paste a token instead.',
      partner:
        'Facebook accepts localhost while the app is in development mode: if yours is live, set it back to “Development” to log in, and live again after that. Enter it exactly as shown here.',
    },
    redirectExactly: 'Enter it exactly as shown here.',
    copy: 'Copy the address',
    byVariable: (name: string) => `Set by the variable ${name}.`,
    saved: 'Saved',
    save: 'Save',
    isSaved: (service: string) => `The app credentials for ${service} are saved.`,
    checking: (service: string) => `Asking ${service} about the app…`,
    checkAgain: 'Check again',
    locked:
      'The app credentials are locked. Variables such as PLATFORM_APP_ID still count at the next start.',
    lock: 'Lock the app credentials…',
    lockTitle: 'Lock the app credentials?',
    lockText:
      'IDs and secrets can then only be changed by variables, not on this page. This cannot be undone.',
    lockKeep: 'Leave them open',
    lockAct: 'Lock them',
    isLocked: 'The app credentials are locked.',
  },
}
