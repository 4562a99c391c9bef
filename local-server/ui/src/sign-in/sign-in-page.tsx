import { Code } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { Moon } from '../app/wordmark.tsx'
import { useStrings } from '../strings/language.tsx'
import classes from './sign-in-page.module.css'

interface SignInPageProps {
  /** Reason why the link that was just opened did not work. */
  readonly notice: string | null
}

export function SignInPage({ notice }: SignInPageProps) {
  const { signIn } = useStrings()
  useDocumentTitle(`${signIn.tab} – Nightpost`)
  return (
    <main className={classes.page}>
      <Moon size={44} />
      <h1>{signIn.title}</h1>
      {notice !== null && (
        <p role="alert" className={classes.notice}>
          {notice}
        </p>
      )}
      <p>
        {signIn.noPassword} <Code>{window.location.origin}/#t=</Code> {signIn.signsIn}
      </p>
      <p>
        {signIn.linkGone} <Code>npm start</Code> {signIn.again}
      </p>
    </main>
  )
}
