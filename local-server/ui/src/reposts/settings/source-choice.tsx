import { Divider, Group, Radio, SimpleGrid, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import { useLazyStrings } from '../../strings/language.tsx'
import type { RepostSources } from '../repost-queries.ts'
import { CARD, SMALL, SOFT } from '../../kit/looks.ts'

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
        <Way
          isChosen={value === 'official'}
          source="official"
          title={settings.sourceOfficial}
          badge={settings.recommended}
          facts={[
            [settings.needs, settings.officialNeeds],
            [settings.reads, settings.officialReads],
            [settings.risks, settings.officialRisks],
            [settings.never, settings.officialNever],
          ]}
        >
          {sources.official ? settings.ready : settings.officialMissing}{' '}
          {!sources.official && <Link href="/settings/accounts">{settings.toAccounts}</Link>}
        </Way>
        <Way
          isChosen={value === 'native'}
          source="native"
          title={settings.sourcePrivateApi}
          badge={settings.against}
          facts={[
            [settings.needs, settings.privateApiNeeds],
            [settings.reads, settings.privateApiReads],
            [settings.risks, settings.privateApiRisks],
            [settings.never, settings.privateApiNever],
          ]}
        >
          {sources.native ? settings.ready : settings.privateApiMissing}
        </Way>
      </SimpleGrid>
    </Radio.Group>
  )
}

interface WayProps {
  readonly isChosen: boolean
  readonly source: Source
  readonly title: string
  readonly badge: string
  readonly facts: readonly (readonly [name: string, text: string])[]
  /** True when it can be used now. */
  readonly children: React.ReactNode
}

function Way({ isChosen, source, title, badge, facts, children }: WayProps) {
  return (
    <Stack {...CARD} p="lg" bd={isChosen ? '2px solid var(--link)' : CARD.bd}>
      <Radio
        size="md"
        value={source}
        label={
          <Group component="span" gap="6px 12px" fw={650}>
            {title}
            <Text
              span
              px="xs"
              py={2}
              bdrs="lg"
              bg={source === 'native' ? 'var(--red-ground)' : 'var(--tint)'}
              c={source === 'native' ? 'var(--red)' : 'var(--ink)'}
              fz="sm"
              fw={600}
            >
              {badge}
            </Text>
          </Group>
        }
      />
      <Stack component="dl" gap="sm">
        {facts.map(([name, text]) => (
          <div key={name}>
            <Text component="dt" {...SMALL}>
              {name}
            </Text>
            <dd>{text}</dd>
          </div>
        ))}
      </Stack>
      <Divider mt="auto" />
      <Text {...SOFT}>{children}</Text>
    </Stack>
  )
}
