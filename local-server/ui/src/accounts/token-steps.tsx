import type { LoginMethod } from './account-queries.ts'
import { NewTabLink } from '../shared/new-tab-link.tsx'
import classes from './connect-section.module.css'

export function TokenSteps({ loginMethod }: { readonly loginMethod: LoginMethod }) {
  return (
    <ol className={classes.steps}>{loginMethod === 'platform' ? <InstagramSteps /> : <FacebookSteps />}</ol>
  )
}

function InstagramSteps() {
  return (
    <>
      <li>
        In the <NewTabLink href="https://developers.facebook.com/apps/">app dashboard</NewTabLink>, open your
        app and its <strong>API setup with Instagram login</strong>.
      </li>
      <li>
        Add your account as an Instagram tester, and accept the invitation in Instagram under{' '}
        <strong>Apps and websites</strong>.
      </li>
      <li>
        Back in the set-up, choose <strong>Generate token</strong> beside the account and allow everything it
        asks for.
      </li>
      <li>Copy the token and paste it here. It lives 60 days, and Nightpost renews it.</li>
    </>
  )
}

function FacebookSteps() {
  return (
    <>
      <li>
        Open the{' '}
        <NewTabLink href="https://developers.facebook.com/tools/explorer/">Graph API Explorer</NewTabLink> and
        choose your app.
      </li>
      <li>
        Choose <strong>User token</strong> and add the permissions <code>instagram_basic</code>,{' '}
        <code>instagram_content_publish</code>, <code>instagram_manage_contents</code>,{' '}
        <code>pages_show_list</code>, <code>pages_read_engagement</code>, <code>pages_manage_posts</code> and{' '}
        <code>business_management</code>.
      </li>
      <li>
        <strong>Generate access token</strong>, and tick your Page and its Instagram account.
      </li>
      <li>
        Copy the token and paste it here. With your app’s id and secret in the set-up below it lives 60 days,
        without them an hour or two.
      </li>
    </>
  )
}
