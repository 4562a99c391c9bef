import { plural } from '../../plural.ts'

export const guideEn = {
  title: 'Connect your Instagram account',
  intro:
    'Instagram gives access to programs only through an “app” that you create at Meta. It is free, belongs to you, and needs no programming. You can leave this page at any time and continue later.',
  back: 'All accounts',
  choose: 'How would you like to connect?',
  ways: {
    token: {
      title: 'Paste a token',
      tag: 'Quickest',
      text: 'Instagram’s dashboard makes a long password for your account, the token. You copy it and paste it here. Good for your own accounts; about ten minutes.',
    },
    platform: {
      title: 'Log in with Instagram',
      tag: 'With your own app',
      text: 'You enter the ID and secret of your app once, and then log in with a button. Only where Instagram’s dashboard accepts the address of this computer, which it mostly does not.',
    },
    partner: {
      title: 'Log in with Facebook',
      tag: 'For a Facebook Page, too',
      text: 'For accounts that are linked to a Facebook Page. Needed for copies of your posts on that Page, and for deleting posts on Instagram from here. About twenty minutes.',
    },
  },
  states: { proven: 'Done', said: 'Done, as you say', now: 'Now', later: 'Later' },
  progress: (done: number, all: number) => `${done} of ${all} steps done`,
  announce: (n: number, title: string) => `Step ${n}: ${title}`,
  looksLike: 'What it looks like',
  mistakes: 'Common mistakes',
  doneHere: 'I have done this',
  notDone: 'Not done after all',
  reworded:
    'Meta changes the words of its dashboard now and then. If a name is not there, look for the nearest one.',
  insteadOfRedirect: 'Continue by pasting a token',
  lockedHint: 'The app credentials are locked, so the app can only be changed by variables.',
  unverifiable: 'Only you can see this, so say when it is done. Connecting the account proves it.',
  provenByStranger:
    'Only you can see this, so say when it is done. The first message of a stranger proves it.',
  steps: {
    professional: {
      title: 'Switch to a professional account',
      lines: [
        'Open Instagram on your phone and go to your profile, then the menu ☰ at the top.',
        'Under “For professionals” choose “Account type and tools”.',
        'If it says “Switch to professional account”, tap it and choose “Creator” or “Business”. Both work, and it is free.',
      ],
      looks: 'Your profile shows “Professional dashboard” above your posts.',
      mistakes: [
        'You switched a different account from the one you want to publish for.',
        'The account should stay private. Professional accounts are always public.',
      ],
    },
    page: {
      title: 'Link the account to a Facebook Page',
      lines: [
        'If you have no Page yet, create one: a name and a category are enough.',
        'Open the Page’s settings, then “Linked accounts” and “Instagram”, and choose “Connect account”.',
        'Log in to Instagram there and confirm.',
      ],
      looks: 'The Page’s settings show your Instagram name under “Linked accounts”.',
      mistakes: [
        'The account was linked to your personal Facebook profile instead of a Page.',
        'The Page belongs to somebody else. You need full access to it, or the right to create content.',
      ],
    },
    app: {
      title: 'Create an app at Meta',
      lines: [
        'Log in with your Facebook account. The first time, Meta asks you to register as a developer and to confirm your phone number or e-mail.',
        'Choose “Create app” and give it any name, such as “My posts”.',
        'As its use case choose “Manage messaging & content on Instagram”. You can go on without a business portfolio.',
        'Finish with “Create app”. No review is needed. While the app is in development it publishes for your own accounts, and the last step makes it live.',
      ],
      looks: 'You see the dashboard of your app, with its name at the top.',
      mistakes: ['The name contains “Instagram”, “Facebook” or “Meta”: then it is refused.'],
    },
    tester: {
      title: 'Add yourself as a tester',
      lines: [
        'In the app’s dashboard choose “App roles”, then “Roles”, and “Add people”.',
        'Choose “Instagram Tester”, enter your Instagram name, and add it.',
        'Open the second address, logged in to Instagram with that account. Choose “Tester invites” and accept.',
      ],
      looks: 'In the dashboard the account is listed under “Instagram Testers”, no longer as “Pending”.',
      mistakes: [
        'The invitation was not accepted. Instagram sends no message about it, so it is easily missed.',
        'It was looked for while logged in to Instagram with another account.',
      ],
    },
    credentials: {
      title: 'Enter the Instagram app ID and secret',
      lines: [
        'In the dashboard open “Use cases”, then “Manage messaging & content on Instagram”, and there “API setup with Instagram login”.',
        'At the top you find “Instagram app ID” and “Instagram app secret”. Choose “Show” beside the secret; Meta asks for your Facebook password.',
        'Copy both and enter them here.',
      ],
      looks: 'The ID is a row of 15 to 17 digits, the secret has 32 letters and digits.',
      mistakes: [
        'The “App ID” of “App settings” was taken. Instagram’s ID is another number.',
        'A space was copied along with it.',
      ],
    },
    redirect: {
      title: 'Tell the dashboard where to send you back',
      lines: [
        'On the same page of the dashboard, under “Set up Instagram business login”, choose “Business login settings”.',
        'Paste this address under “OAuth redirect URIs” and save:',
      ],
      looks: 'The address is in the list, letter for letter as here.',
      mistakes: [
        'The dashboard refuses addresses that begin with http://localhost, as it did when we last looked. Then paste a token instead: it leads to the same account.',
        'A slash was added at the end. The two addresses must be exactly the same.',
      ],
    },
    token: {
      title: 'Generate the token and paste it here',
      lines: [
        'In the dashboard open “Use cases”, then “Manage messaging & content on Instagram”, and there “API setup with Instagram login”.',
        'Your account is listed under “Generate access tokens”. If it is not, choose “Add account” and log in to Instagram.',
        'Choose “Generate token” beside it, log in, and allow everything that is asked for.',
        'Copy the token. It is shown only once, so paste it here right away.',
        'Only for insights, first comments and posts without comments: before “Generate token”, add instagram_business_manage_insights and instagram_business_manage_comments to the permissions of the app.',
      ],
      looks: 'One long line of letters and digits that begins with IG.',
      mistakes: [
        'Only a part was copied. Use the dashboard’s own copy button.',
        'The app secret was copied. It has 32 characters and does not begin with IG.',
      ],
    },
    login: {
      title: 'Log in with Instagram',
      lines: [
        'The button leads to Instagram. Log in with the account that you want to publish for.',
        'Leave every permission on and choose “Allow”. You come back here automatically.',
      ],
      looks: 'This page shows your account with its picture.',
      mistakes: ['Instagram says “Invalid platform app”: the ID of step 4 is not the Instagram app ID.'],
    },
    live: {
      title: 'Make the app live, for mentions and comments',
      lines: [
        'To publish you do not need this. But while your app is in development, people without a role in it are invisible: their story mentions and comments are not found, and nothing says so.',
        'In the dashboard open “App settings”, then “Basic”. Enter a privacy policy address and a data deletion address. Any public page of yours will do that says what happens with data: yours stay on this computer.',
        'Then switch “App mode” at the top from “Development” to “Live”, or choose “Publish” in the menu. It is free, and it is no review.',
      ],
      looks: 'The top of the dashboard says “Live”.',
      mistakes: [
        'Meta refuses the switch because one of the two addresses is missing or does not open.',
        'It is live and there are still no mentions: it is not certain that this is enough for every app. Ask somebody without a role to mention you in a story; the Inbox says until then that mentions are unproven.',
      ],
    },
  },
  /** Differences of the way by Facebook. */
  stepsByFacebook: {
    app: {
      lines: [
        'Log in with your Facebook account. The first time, Meta asks you to register as a developer and to confirm your phone number or e-mail.',
        'Choose “Create app” and give it any name, such as “My posts”.',
        'As its use cases choose “Manage messaging & content on Instagram” and “Manage everything on your Page”.',
        'Finish with “Create app”. No review is needed: while the app is in development it publishes for the accounts that you manage.',
      ],
    },
    credentials: {
      title: 'Enter the app ID and secret',
      lines: [
        'In the dashboard open “App settings”, then “Basic”.',
        'At the top you find “App ID” and “App secret”. Choose “Show” beside the secret; Meta asks for your Facebook password.',
        'Copy both and enter them here. Facebook is asked at once whether they are right.',
      ],
      mistakes: [
        'The “Instagram app ID” was taken. For this way it is the “App ID” of “App settings”.',
        'The secret was still hidden behind dots when it was copied.',
      ],
    },
    redirect: {
      lines: [
        'In the dashboard open “Facebook Login”, then “Settings”.',
        'Paste this address under “Valid OAuth Redirect URIs” and save. If the dashboard says that addresses of this computer need no entry while the app is in development, that is fine, too:',
      ],
      mistakes: [
        'The app is already live: Facebook then accepts https addresses only. Set it back to “Development” to log in, and live again after that.',
        'Nightpost was started at another port. The address changes with it.',
      ],
    },
    login: {
      title: 'Log in with Facebook',
      lines: [
        'The button leads to Facebook. Log in as the person who manages the Page.',
        'Tick the Page and its Instagram account, leave every permission on, and confirm. You come back here automatically.',
      ],
      mistakes: [
        'The Page was not ticked, so Facebook returned no account. Log in again and choose “Edit access”.',
      ],
    },
  },
  places: {
    newApp: 'Meta for Developers, your apps',
    appSettings: 'The settings of your app',
    tester: 'Instagram, tester invites',
    pages: 'Facebook, your Pages',
  },
  notYet: 'Enter the ID and the secret first.',
  end: {
    title: (n: number) => plural(n, 'Your account is connected', 'Your accounts are connected'),
    text: 'Test it with a dry run: it does everything that a post does and stops before the last step. Pictures also need a public address that Instagram can fetch them from; the cloud page sets one up.',
    write: 'Write the first post',
    accounts: 'See your accounts',
    cloud: 'Set up the cloud',
    another: 'You can connect another account in the same way: the steps above stay.',
  },
}
