import { Button, type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import { DeviceDesktopIcon, MoonIcon, PlusIcon, SignOutIcon, SunIcon } from '@primer/octicons-react'
import { Link } from 'wouter'
import { ToolButton } from '../kit/tool-button.tsx'
import { NEW_POST, useOverlays } from '../shared/overlay-address.ts'
import { useStrings } from '../strings/language.tsx'
import { AccountSwitch } from './account/account-switch.tsx'
import classes from './header.module.css'
import { Shortcuts } from './keys/shortcuts.tsx'
import { Navigation } from './navigation.tsx'
import { useSignOut } from './sign-out.ts'
import { Wordmark } from './wordmark.tsx'
import type { Strings } from '../strings/strings.ts'

export function Header() {
  const { app } = useStrings()
  const sheet = useOverlays()
  const { signOut, isPending } = useSignOut()
  return (
    <header className={classes.header}>
      <Link href="/" className={classes.home}>
        <Wordmark />
      </Link>
      <Navigation />
      <div className={classes.tools}>
        <AccountSwitch />
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
        <Shortcuts />
        <ColourSchemeButton />
        <ToolButton label={app.signOut} loading={isPending} onClick={signOut}>
          <SignOutIcon />
        </ToolButton>
      </div>
    </header>
  )
}

const SCHEMES = {
  auto: { label: 'coloursAuto', Icon: DeviceDesktopIcon, next: 'light' },
  light: { label: 'coloursLight', Icon: SunIcon, next: 'dark' },
  dark: { label: 'coloursDark', Icon: MoonIcon, next: 'auto' },
} as const satisfies Record<
  MantineColorScheme,
  { next: MantineColorScheme; label: keyof Strings['app']; Icon: unknown }
>

/** On a phone, the search for everything offers it instead. */
function ColourSchemeButton() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { label, Icon, next } = SCHEMES[colorScheme]
  return (
    <ToolButton label={useStrings().app[label]} visibleFrom="sm" onClick={() => setColorScheme(next)}>
      <Icon />
    </ToolButton>
  )
}
