import {
  Box,
  Button,
  Group,
  type MantineColorScheme,
  SegmentedControl,
  Stack,
  Text,
  useMantineColorScheme,
  Skeleton,
} from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { encode } from 'uqr'
import { useLocation, useSearch } from 'wouter'
import { pageApi, parseResponse } from '../api-client.ts'
import { PageTitle, useHeadingFocus } from '../kit/page-title.tsx'
import { useLanguage, useLazyStrings, useStrings, useFormats } from '../strings/language.tsx'
import { ErrorBoundary } from '../kit/error-boundary.tsx'
import { Loaded, ProblemNote } from '../kit/problem-note.tsx'
import { CARD, SMALL } from '../kit/looks.ts'
import { CopyText } from '../kit/copy-text.tsx'
import { NewTabLink } from '../kit/new-tab-link.tsx'
import { type Language, LANGUAGE_NAMES } from '../strings/strings.ts'
import { systemQuery, platformVersionQuery } from '../shared/queries.ts'
import { DAY } from '../../../../core/time.ts'
import { Fact, Facts } from '../kit/facts.tsx'
import { ApiKeysSection } from './api-keys-section.tsx'
import { Backup } from './backup.tsx'

const SECTIONS = [
  ['look', LanguageAndColours],
  ['phone', Phone],
  ['keys', ApiKeysSection],
  ['docs', ApiDocs],
  ['computer', ThisComputer],
  ['backup', Backup],
] as const

export function SettingsPage() {
  const { app, settings } = useStrings()
  useSectionOfAddress()
  return (
    <>
      <PageTitle title={app.settings} />
      <Box style={COLUMNS}>
        {SECTIONS.map(([id, Section]) => {
          const { title, lead }: SectionWords = settings[id]
          return (
            <Box key={id} component="section" {...CARD} mb="md" style={WHOLE} aria-labelledby={id}>
              <h2 id={id} tabIndex={-1}>
                {title}
              </h2>
              {lead !== undefined && (
                <Text mt="3xs" {...SMALL}>
                  {lead}
                </Text>
              )}
              <Box mt="md">
                <ErrorBoundary>
                  <Section />
                </ErrorBoundary>
              </Box>
            </Box>
          )
        })}
      </Box>
    </>
  )
}

interface SectionWords {
  readonly title: string
  readonly lead?: string
}

/** Two where there is room. */
const COLUMNS = { columns: '26rem 2', columnGap: 'var(--mantine-spacing-md)' }
const WHOLE = { breakInside: 'avoid' } as const

/** `?section=keys` leads to that section, and then leaves the address, so that it leads there a second time, too. */
function useSectionOfAddress(): void {
  const section = new URLSearchParams(useSearch()).get('section')
  const [, navigate] = useLocation()
  const focus = useHeadingFocus()
  useEffect(() => {
    if (section === null) return
    navigate('/settings', { replace: true })
    const heading = SECTIONS.some(([id]) => id === section) ? document.getElementById(section) : null
    heading?.scrollIntoView()
    focus(heading)
  }, [section, navigate, focus])
}

function ApiDocs() {
  const { docs } = useStrings().settings
  const command = `curl -H "Authorization: Bearer app_live_…" ${window.location.origin}/api/v1/posts`
  return (
    <Stack gap="md">
      <p>
        <NewTabLink href="/help">{docs.help}</NewTabLink>
      </p>
      <p>
        <NewTabLink href="/api/docs">{docs.link}</NewTabLink>
      </p>
      <Text mt="2xs" c="dimmed">
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
    <Group gap="1.25rem 2.5rem">
      <div>
        <Text component="h3" mb="2xs" fz="0.9375rem" fw={650}>
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
        <Text component="h3" mb="2xs" fz="0.9375rem" fw={650}>
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

/** A code that signs a phone in, once it can reach this computer through a proxy of the user's. */
function Phone() {
  const { phone } = useLazyStrings().settings
  const { data: system } = useQuery(systemQuery)
  const linking = useMutation({ mutationFn: makeLink })
  if (system?.proxyOrigin === null) return <Text c="dimmed">{phone.none}</Text>
  return (
    <Stack gap="sm" align="flex-start">
      <Text c="dimmed">{phone.hint}</Text>
      <Button variant="default" loading={linking.isPending} onClick={() => linking.mutate()}>
        {linking.data ? phone.another : phone.show}
      </Button>
      {linking.isError && <ProblemNote error={linking.error} />}
      {linking.data && (
        <>
          {/* Dark on light in both themes: not every camera reads a code the other way round. */}
          <Box
            component="svg"
            w="min(16rem, 100%)"
            bg="white"
            bdrs="sm"
            viewBox={linking.data.box}
            role="img"
            aria-label={phone.code}
          >
            <path d={linking.data.path} fill="black" />
          </Box>
          <CopyText label={phone.copy} text={linking.data.link} />
        </>
      )}
    </Stack>
  )
}

/** The quiet zone that readers need around a code. */
const QUIET = 2

async function makeLink() {
  const { link } = await parseResponse(pageApi.auth['phone-link'].$post())
  const { data, size } = encode(link, { border: QUIET })
  const dots = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { link, box: `0 0 ${size} ${size}`, path: dots.join('') }
}

function ThisComputer() {
  const { computer } = useLazyStrings().settings
  const formats = useFormats()
  return (
    <Loaded query={useQuery(systemQuery)} height={420}>
      {({ version, dataDir, logDir, maxUploadBytes, canTranscode, sandbox }) => (
        <Facts>
          <Fact name={computer.version}>{version}</Fact>
          <Fact name={computer.platform}>
            <PlatformVersion />
          </Fact>
          <Fact name={computer.dataDir}>
            <CopyText label={computer.copyDataDir} text={dataDir} />
          </Fact>
          <Fact name={computer.logDir}>
            <CopyText label={computer.copyLogDir} text={logDir} />
            <Text mt="3xs" {...SMALL}>
              {computer.logHint}
            </Text>
          </Fact>
          <Fact name={computer.upload}>
            {formats.bytes(maxUploadBytes)}
            <Text mt="3xs" {...SMALL}>
              {computer.uploadHint}
            </Text>
          </Fact>
          <Fact name={computer.ffmpeg}>
            {canTranscode ? computer.ffmpegFound : computer.ffmpegMissing}{' '}
            {!canTranscode && (
              <NewTabLink href="https://ffmpeg.org/download.html">{computer.ffmpegGet}</NewTabLink>
            )}
          </Fact>
          <Fact name={computer.practice}>{sandbox ? computer.practiceOn : computer.practiceOff}</Fact>
        </Facts>
      )}
    </Loaded>
  )
}

/** It is looked up once a day, so one failure says nothing. */
const DAYS_UNTIL_STALE = 2

/** Known only after the platform was asked, which may take some seconds. */
function PlatformVersion() {
  const { computer } = useLazyStrings().settings
  const { data, isError } = useQuery(platformVersionQuery)
  if (isError) return computer.platformUnknown
  if (!data) return <Skeleton height="1.55em" width="16rem" maw="100%" />
  const { currentVersion, latestVersion, isOutdated, lastCheckedAt, lastLearnedAt } = data
  const used = computer.platformUsed(currentVersion)
  if (latestVersion === null) return `${used}; ${computer.platformUnknown}.`
  if (isOutdated) return `${used}; ${computer.platformLatest(latestVersion)}. ${computer.platformOld}`
  const days = lastLearnedAt === null ? 0 : (Date.parse(lastCheckedAt) - Date.parse(lastLearnedAt)) / DAY
  if (days >= DAYS_UNTIL_STALE) return `${used}; ${computer.platformStale(Math.floor(days))}.`
  return `${used}. ${computer.platformFine}`
}
