import { ActionIcon, Tooltip } from '@mantine/core'
import { SignOutIcon } from '@primer/octicons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'wouter'
import { answer, api } from '../api-client.ts'
import { NewTabLink } from '../shared/new-tab-link.tsx'
import { reportProblem } from '../shared/notices.ts'
import { ColourSchemeButton } from './colour-scheme-button.tsx'
import classes from './header.module.css'
import { NavigationLink } from './navigation-link.tsx'
import { Wordmark } from './wordmark.tsx'

export function Header() {
  return (
    <header className={classes.header}>
      <Link href="/" className={classes.home}>
        <Wordmark />
      </Link>
      <nav className={classes.pages} aria-label="Pages">
        <NavigationLink href="/">Publish</NavigationLink>
        <NavigationLink href="/posts">Posts</NavigationLink>
        <NavigationLink href="/accounts">Accounts</NavigationLink>
        <NavigationLink href="/api-keys">API keys</NavigationLink>
      </nav>
      <div className={classes.tools}>
        <span className={classes.docs}>
          <NewTabLink href="/api/docs">API docs</NewTabLink>
        </span>
        <ColourSchemeButton />
        <SignOutButton />
      </div>
    </header>
  )
}

function SignOutButton() {
  const signOut = useMutation({
    mutationFn: () => answer(api.auth.logout.$post()),
    // A fresh page forgets everything this one has shown.
    onSuccess: () => window.location.replace('/'),
    onError: reportProblem,
  })
  return (
    <Tooltip label="Sign out">
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label="Sign out"
        loading={signOut.isPending}
        onClick={() => signOut.mutate()}
      >
        <SignOutIcon />
      </ActionIcon>
    </Tooltip>
  )
}
