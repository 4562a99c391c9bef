import { ActionIcon, Tooltip, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { DeviceDesktopIcon, MoonIcon, SunIcon } from '@primer/octicons-react'

const SCHEMES = {
  auto: { label: 'Colours: as the system', Icon: DeviceDesktopIcon, next: 'light' },
  light: { label: 'Colours: light', Icon: SunIcon, next: 'dark' },
  dark: { label: 'Colours: dark', Icon: MoonIcon, next: 'auto' },
} as const satisfies Record<MantineColorScheme, { next: MantineColorScheme; label: string; Icon: unknown }>

export function ColourSchemeButton() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { label, Icon, next } = SCHEMES[colorScheme]
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
