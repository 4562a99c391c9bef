import {
  Box,
  type MantineColorScheme,
  SegmentedControl,
  Stack,
  Text,
  useMantineColorScheme,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiKeysSection } from '../api-keys/api-keys-section.tsx'
import { PageTitle } from '../kit/page-title.tsx'
import { useLanguage, useStrings } from '../strings/language.tsx'
import { Phone } from './phone.tsx'
import { ThisComputer } from './this-computer.tsx'
import { ErrorBoundary } from '../kit/error-boundary.tsx'
import classes from './settings-page.module.css'
import { CopyText } from '../kit/copy-text.tsx'
import { NewTabLink } from '../kit/new-tab-link.tsx'
import { type Language, LANGUAGE_NAMES } from '../strings/strings.ts'
import { systemQuery } from '../shared/system-queries.ts'

export function SettingsPage() {
  const { app, settings } = useStrings()
  const { keys, docs, look, phone, computer, backup } = settings
  return (
    <>
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
    </>
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
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        <p>{lead}</p>
      </div>
      <Box maw="46rem">
        <ErrorBoundary>{children}</ErrorBoundary>
      </Box>
    </section>
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
    <div className={classes.choices}>
      <div>
        <h3>{look.language}</h3>
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
        <h3>{look.colours}</h3>
        <SegmentedControl
          aria-label={look.colours}
          data={SCHEMES.map((value) => ({ value, label: look[value] }))}
          value={colorScheme}
          onChange={(value) => setColorScheme(value)}
        />
      </div>
    </div>
  )
}

function Backup() {
  const { backup } = useStrings().settings
  const { data } = useQuery(systemQuery)
  const { stop, copy, start } = backup.steps
  return (
    <div className={classes.backup}>
      <ol className={classes.steps} data-marked>
        <li>{stop}</li>
        <li>
          {copy}
          {data && <CopyText label={backup.copyCommand} text={copyCommand(data.dataDir)} />}
        </li>
        <li>{start}</li>
      </ol>
      <p>{backup.inside}</p>
      <p>{backup.restore}</p>
      <p>{backup.upgrade}</p>
    </div>
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
