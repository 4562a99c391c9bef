import { ActionIcon, Tooltip } from '@mantine/core'
import { SignOutIcon } from '@primer/octicons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'wouter'
import { parseResponse, api } from '../api-client.ts'
import { notifyOfProblem } from '../shared/notifications.ts'
import { useStrings } from '../strings/language.tsx'
import { ColourSchemeButton } from './colour-scheme-button.tsx'
import classes from './header.module.css'
import { Navigation } from './navigation.tsx'
import { Wordmark } from './wordmark.tsx'

export function Header() {
  return (
    <header className={classes.header}>
      <Link href="/" className={classes.home}>
        <Wordmark />
      </Link>
      <Navigation />
      <div className={classes.tools}>
        <ColourSchemeButton />
        <SignOutButton />
      </div>
    </header>
  )
}

function SignOutButton() {
  const { app } = useStrings()
  const signOut = useMutation({
    mutationFn: () => parseResponse(api.auth.logout.$post()),
    // A fresh page forgets everything this one has shown.
    onSuccess: () => window.location.replace('/'),
    onError: notifyOfProblem,
  })
  return (
    <Tooltip label={app.signOut}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={app.signOut}
        loading={signOut.isPending}
        onClick={() => signOut.mutate()}
      >
        <SignOutIcon />
      </ActionIcon>
    </Tooltip>
  )
}
