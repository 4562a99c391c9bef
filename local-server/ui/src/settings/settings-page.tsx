import {
  Box,
  Group,
  type MantineColorScheme,
  SegmentedControl,
  Stack,
  Text,
  useMantineColorScheme,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiKeysSection } from './api-keys-section.tsx'
import { PageTitle } from '../kit/page-title.tsx'
import { useLanguage, useStrings } from '../strings/language.tsx'
import { Phone } from './phone.tsx'
import { ThisComputer } from './this-computer.tsx'
import { ErrorBoundary } from '../kit/error-boundary.tsx'
import { CopyText } from '../kit/copy-text.tsx'
import { NewTabLink } from '../kit/new-tab-link.tsx'
import { type Language, LANGUAGE_NAMES } from '../strings/strings.ts'
import { systemQuery } from '../shared/queries.ts'

export function SettingsPage() {
  const { app, settings } = useStrings()
  const { keys, docs, look, phone, computer, backup } = settings
  return (
    <div data-ruled>
      <PageTitle title={app.settings}>{settings.lead}</PageTitle>
      <SettingsSection id="look" title={look.title} lead={look.lead}>
        <LanguageAndColours />
      </SettingsSection>
      <SettingsSection id="phone" title={phone.title} lead={phone.lead}>
        <Phone />
      </SettingsSection>
      <SettingsSection id="keys" title={keys.title} lead={keys.lead}>
        <ApiKeysSection />
      </SettingsSection>
      <SettingsSection id="docs" title={docs.title} lead={docs.lead}>
        <ApiDocs />
      </SettingsSection>
      <SettingsSection id="computer" title={computer.title} lead={computer.lead}>
        <ThisComputer />
      </SettingsSection>
      <SettingsSection id="backup" title={backup.title} lead={backup.lead}>
        <Backup />
      </SettingsSection>
    </div>
  )
}

interface SettingsSectionProps {
  readonly id: string
  readonly title: string
  readonly lead: string
  readonly children: ReactNode
}

function SettingsSection({ id, title, lead, children }: SettingsSectionProps) {
  return (
    <Group
      component="section"
      gap="1.25rem clamp(1.5rem, 5vw, 4rem)"
      align="flex-start"
      py="clamp(1.5rem, 4vw, 2.5rem)"
      aria-labelledby={id}
    >
      <Box flex="0 1 17rem">
        <h2 id={id}>{title}</h2>
        <Text mt={6} c="dimmed">
          {lead}
        </Text>
      </Box>
      <Box flex="1 1 32rem" miw={0} maw="46rem">
        <ErrorBoundary>{children}</ErrorBoundary>
      </Box>
    </Group>
  )
}

function ApiDocs() {
  const { docs } = useStrings().settings
  const command = `curl -H "Authorization: Bearer app_live_…" ${window.location.origin}/api/v1/posts`
  return (
    <Stack gap={8}>
      <p>
        <NewTabLink href="/api/docs">{docs.link}</NewTabLink>
      </p>
      <Text mt={8} c="dimmed">
        {docs.example}
      </Text>
      <CopyText label={docs.copy} text={command} />
    </Stack>
  )
}

const SCHEMES = ['auto', 'light', 'dark'] as const satisfies readonly MantineColorScheme[]

function LanguageAndColours() {
  const { language, setLanguage, strings } = useLanguage()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { look } = strings.settings
  const languages = Object.keys(LANGUAGE_NAMES) as Language[]
  return (
    <Group gap="20px 40px">
      <div>
        <Text component="h3" mb={8} fz="0.9375rem" fw={650}>
          {look.language}
        </Text>
        <SegmentedControl
          aria-label={look.language}
          data={languages.map((value) => ({
            value,
            label: <span lang={value}>{LANGUAGE_NAMES[value]}</span>,
          }))}
          value={language}
          onChange={(value) => setLanguage(value)}
        />
      </div>
      <div>
        <Text component="h3" mb={8} fz="0.9375rem" fw={650}>
          {look.colours}
        </Text>
        <SegmentedControl
          aria-label={look.colours}
          data={SCHEMES.map((value) => ({ value, label: look[value] }))}
          value={colorScheme}
          onChange={(value) => setColorScheme(value)}
        />
      </div>
    </Group>
  )
}

function Backup() {
  const { backup } = useStrings().settings
  const { data } = useQuery(systemQuery)
  const { stop, copy, start } = backup.steps
  return (
    <Stack gap="sm" c="dimmed">
      <Box component="ol" c="var(--ink)" data-marked>
        <li>{stop}</li>
        <li>
          <Stack gap={8}>
            {copy}
            {data && <CopyText label={backup.copyCommand} text={copyCommand(data.dataDir)} />}
          </Stack>
        </li>
        <li>{start}</li>
      </Box>
      <p>{backup.inside}</p>
      <p>{backup.restore}</p>
      <p>{backup.upgrade}</p>
    </Stack>
  )
}

/** Copies the folder beside itself, in the shell of the computer that it lies on. */
function copyCommand(folder: string): string {
  const isWindows = /^[A-Za-z]:\\|^\\\\/.test(folder)
  return isWindows
    ? `Copy-Item -Recurse '${folder.replaceAll("'", "''")}' '${folder.replaceAll("'", "''")}-backup'`
    : `cp -a ${quoted(folder)} ${quoted(`${folder}-backup`)}`
}

const quoted = (path: string) => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`)
