import { Radio } from '@mantine/core'
import { Link } from 'wouter'
import { useLazyStrings } from '../../strings/language.tsx'
import type { RepostSources } from '../repost-queries.ts'
import classes from './source-choice.module.css'

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
      <div className={classes.ways}>
        <Way
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
          {!sources.official && <Link href="/accounts">{settings.toAccounts}</Link>}
        </Way>
        <Way
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
      </div>
    </Radio.Group>
  )
}

interface WayProps {
  readonly source: Source
  readonly title: string
  readonly badge: string
  readonly facts: readonly (readonly [name: string, text: string])[]
  /** True when it can be used now. */
  readonly children: React.ReactNode
}

function Way({ source, title, badge, facts, children }: WayProps) {
  return (
    <div className={classes.way} data-source={source}>
      <Radio
        size="md"
        value={source}
        label={
          <span className={classes.title}>
            {title} <span className={classes.badge}>{badge}</span>
          </span>
        }
      />
      <dl className={classes.facts}>
        {facts.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.state}>{children}</p>
    </div>
  )
}
