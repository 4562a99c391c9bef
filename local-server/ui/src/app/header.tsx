import { Button, type MantineColorScheme, useMantineColorScheme, Group } from '@mantine/core'
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
  auto: { Icon: DeviceDesktopIcon, next: 'light' },
  light: { Icon: SunIcon, next: 'dark' },
  dark: { Icon: MoonIcon, next: 'auto' },
} as const satisfies Record<MantineColorScheme, { next: MantineColorScheme; Icon: unknown }>

/** On a phone, the search for everything offers it instead. */
function ColourSchemeButton() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { Icon, next } = SCHEMES[colorScheme]
  const label = useStrings().app.themes[colorScheme]
  return (
    <ToolButton label={label} visibleFrom="sm" onClick={() => setColorScheme(next)}>
      <Icon />
    </ToolButton>
  )
}

export function Wordmark() {
  return (
    <Group component="span" display="inline-flex" gap="2xs" fz="lg" fw={680} lts="-0.02em">
      <Moon size={22} />
      Nightpost
    </Group>
  )
}

/** The crescent of the wordmark; says nothing to a screen reader. */
export function Moon({ size }: { readonly size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M21.2 15.1a9.6 9.6 0 0 1-13-12.6 10.3 10.3 0 1 0 13 12.6Z" fill="var(--link)" />
    </svg>
  )
}
