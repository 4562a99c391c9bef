import { Code } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { Moon } from '../app/wordmark.tsx'
import classes from './sign-in-page.module.css'

interface SignInPageProps {
  /** Why the link that was just opened did not work. */
  readonly notice: string | null
}

export function SignInPage({ notice }: SignInPageProps) {
  useDocumentTitle('Sign in – Nightpost')
  return (
    <main className={classes.page}>
      <Moon size={44} />
      <h1>Open your sign-in link</h1>
      {notice !== null && (
        <p role="alert" className={classes.notice}>
          {notice}
        </p>
      )}
      <p>
        Nightpost has no password. The terminal where it runs shows a link that starts with{' '}
        <Code>{window.location.origin}/#t=</Code> and signs this browser in.
      </p>
      <p>
        Is the link gone, or used up? Run <Code>npm start</Code> again in the Nightpost folder: it prints a
        fresh one and leaves the running Nightpost as it is.
      </p>
    </main>
  )
}
