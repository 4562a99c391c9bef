import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { PlusIcon, SignOutIcon } from '@primer/octicons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'wouter'
import { parseResponse, api } from '../api-client.ts'
import { notifyOfProblem } from '../shared/notifications.ts'
import { NEW_POST, usePostSheet } from '../shared/post-sheet-address.ts'
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
        <NewPostButton />
        <ColourSchemeButton />
        <SignOutButton />
      </div>
    </header>
  )
}

/** Also by the key C, wherever nothing is being typed. */
function NewPostButton() {
  const { app } = useStrings()
  const sheet = usePostSheet()
  useHotkeys([['C', () => sheet.post === null && sheet.open(NEW_POST)]])
  return (
    <Button
      component={Link}
      href={sheet.hrefOf(NEW_POST)}
      leftSection={<PlusIcon />}
      aria-keyshortcuts="C"
      className={classes.newPost}
      size="sm"
    >
      {app.newPost}
    </Button>
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
