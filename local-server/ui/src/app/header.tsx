import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { PlusIcon, SignOutIcon } from '@primer/octicons-react'
import { Link } from 'wouter'
import { NEW_POST, usePostSheet } from '../shared/post-sheet-address.ts'
import { useStrings } from '../strings/language.tsx'
import { ColourSchemeButton } from './colour-scheme-button.tsx'
import classes from './header.module.css'
import { Shortcuts } from './keys/shortcuts.tsx'
import { Navigation } from './navigation.tsx'
import { useSignOut } from './sign-out.ts'
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
        <Shortcuts />
        <ColourSchemeButton />
        <SignOutButton />
      </div>
    </header>
  )
}

function NewPostButton() {
  const { app } = useStrings()
  const sheet = usePostSheet()
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
  const signOut = useSignOut()
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
