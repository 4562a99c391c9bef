import { ActionIcon, Tooltip, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { DeviceDesktopIcon, MoonIcon, SunIcon } from '@primer/octicons-react'
import { useStrings } from '../strings/language.tsx'
import type { Strings } from '../strings/strings.ts'

const SCHEMES = {
  auto: { label: 'coloursAuto', Icon: DeviceDesktopIcon, next: 'light' },
  light: { label: 'coloursLight', Icon: SunIcon, next: 'dark' },
  dark: { label: 'coloursDark', Icon: MoonIcon, next: 'auto' },
} as const satisfies Record<
  MantineColorScheme,
  { next: MantineColorScheme; label: keyof Strings['app']; Icon: unknown }
>

export function ColourSchemeButton() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { label: name, Icon, next } = SCHEMES[colorScheme]
  const label = useStrings().app[name]
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={label}
        onClick={() => setColorScheme(next)}
      >
        <Icon />
      </ActionIcon>
    </Tooltip>
  )
}
