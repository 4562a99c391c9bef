import { Box, Group, Radio, Stack, Text } from '@mantine/core'
import { GUIDE_WAYS, type GuideWay } from '../../../../../core/setup/guide-steps.ts'
import { useLazyStrings } from '../../strings/language.tsx'
import { SOFT } from '../../kit/looks.ts'

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
      labelProps={{ fz: 'lg', fw: 650, mb: 'sm' }}
    >
      <Stack gap="sm" data-chosen={way !== null || undefined}>
        {GUIDE_WAYS.map((one) => (
          <Radio.Card
            key={one}
            value={one}
            p="1rem 1.25rem"
            aria-labelledby={`way-${one}`}
            aria-describedby={`about-${one}`}
          >
            <Group wrap="nowrap" align="flex-start">
              <Radio.Indicator />
              <Box miw={0}>
                <Group component="p" gap="2px 12px" align="baseline" fw={650}>
                  <span id={`way-${one}`}>{words.ways[one].title}</span>
                  <Text component="small" fz="sm" c="dimmed" fw={500}>
                    {words.ways[one].tag}
                  </Text>
                </Group>
                <Text id={`about-${one}`} mt={4} {...SOFT}>
                  {words.ways[one].text}
                </Text>
              </Box>
            </Group>
          </Radio.Card>
        ))}
      </Stack>
    </Radio.Group>
  )
}
