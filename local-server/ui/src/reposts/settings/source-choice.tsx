import { Divider, Group, Radio, SimpleGrid, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useLazyStrings } from '../../strings/language.tsx'
import type { RepostSources } from '../repost-queries.ts'
import { FactBelow } from '../../kit/facts.tsx'
import { CARD, SOFT } from '../../kit/looks.ts'

type Source = 'official' | 'native'

interface SourceChoiceProps {
  readonly value: Source
  readonly sources: RepostSources
  readonly error?: string | undefined
  readonly onChange: (source: Source) => void
}

/** The two ways side by side, with what each needs, reads and risks. */
export function SourceChoice({ value, sources, error, onChange }: SourceChoiceProps) {
  const { settings } = useLazyStrings().reposts
  return (
    <Radio.Group
      aria-label={settings.sourceHeading}
      value={value}
      error={error}
      onChange={(next) => onChange(next === 'native' ? 'native' : 'official')}
    >
      <SimpleGrid minColWidth="min(19rem, 100%)" autoFlow="auto-fit">
        <Way source="official" isChosen={value === 'official'}>
          {sources.official ? settings.ready : settings.officialMissing}{' '}
          {!sources.official && <Link href="/settings/accounts">{settings.toAccounts}</Link>}
        </Way>
        <Way source="native" isChosen={value === 'native'}>
          {sources.native ? settings.ready : settings.privateApiMissing}
        </Way>
      </SimpleGrid>
    </Radio.Group>
  )
}

interface WayProps {
  readonly source: Source
  readonly isChosen: boolean
  /** Whether it can be used now. */
  readonly children: ReactNode
}

/** The names of its words. */
const WORDS = {
  official: { title: 'sourceOfficial', badge: 'recommended', of: 'official' },
  native: { title: 'sourcePrivateApi', badge: 'against', of: 'privateApi' },
} as const

function Way({ source, isChosen, children }: WayProps) {
  const { settings } = useLazyStrings().reposts
  const { title, badge, of } = WORDS[source]
  return (
    <Stack {...CARD} p="lg" bd={isChosen ? '2px solid var(--link)' : CARD.bd}>
      <Radio
        size="md"
        value={source}
        label={
          <Group component="span" gap="0.375rem 0.75rem" fw={650}>
            {settings[title]}
            <Text
              span
              px="xs"
              py="5xs"
              bdrs="lg"
              bg={source === 'native' ? 'var(--red-ground)' : 'var(--tint)'}
              c={source === 'native' ? 'var(--red)' : 'var(--ink)'}
              fz="sm"
              fw={600}
            >
              {settings[badge]}
            </Text>
          </Group>
        }
      />
      <Stack component="dl" gap="sm">
        <FactBelow name={settings.needs}>{settings[`${of}Needs`]}</FactBelow>
        <FactBelow name={settings.reads}>{settings[`${of}Reads`]}</FactBelow>
        <FactBelow name={settings.risks}>{settings[`${of}Risks`]}</FactBelow>
        <FactBelow name={settings.never}>{settings[`${of}Never`]}</FactBelow>
      </Stack>
      <Divider mt="auto" />
      <Text {...SOFT}>{children}</Text>
    </Stack>
  )
}
