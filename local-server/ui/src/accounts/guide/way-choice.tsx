import { Radio, Stack, Text } from '@mantine/core'
import { GUIDE_WAYS, type GuideWay } from '../../../../../core/setup/guide-steps.ts'
import { useLazyStrings } from '../../strings/language.tsx'
import classes from './way-choice.module.css'

interface WayChoiceProps {
  readonly way: GuideWay | null
  readonly onChoose: (way: GuideWay) => void
}

export function WayChoice({ way, onChoose }: WayChoiceProps) {
  const words = useLazyStrings().guide
  return (
    <Radio.Group
      value={way}
      onChange={(value) => onChoose(value as GuideWay)}
      label={words.choose}
      classNames={{ label: classes.title }}
    >
      <Stack gap="sm" data-chosen={way !== null || undefined}>
        {GUIDE_WAYS.map((one) => (
          <Radio.Card
            key={one}
            value={one}
            className={classes.way}
            aria-labelledby={`way-${one}`}
            aria-describedby={`about-${one}`}
          >
            <Radio.Indicator />
            <div>
              <p className={classes.name}>
                <span id={`way-${one}`}>{words.ways[one].title}</span>
                <small>{words.ways[one].tag}</small>
              </p>
              <Text id={`about-${one}`} mt={4} c="dimmed" fz="0.9375rem">
                {words.ways[one].text}
              </Text>
            </div>
          </Radio.Card>
        ))}
      </Stack>
    </Radio.Group>
  )
}
