import { Checkbox, Group, Kbd, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { accountsQuery } from '../../shared/queries.ts'
import { SMALL } from '../../kit/looks.ts'
import { Dialog } from '../../kit/dialog.tsx'
import { useLazyStrings, useStrings } from '../../strings/language.tsx'
import { useSingleKeys } from './use-keys.ts'

const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent)

const ACCOUNT_KEYS = [
  [['1', '…', '9'], 'account'],
  [['0'], 'allAccounts'],
] as const

interface KeyListProps {
  readonly opened: boolean
  readonly onClose: () => void
}

export function ShortcutList({ opened, onClose }: KeyListProps) {
  const { app } = useStrings()
  const { shortcuts } = useLazyStrings()
  const { does } = shortcuts
  const command = IS_APPLE ? '⌘' : shortcuts.control
  const [hasSingleKeys, setSingleKeys] = useSingleKeys()
  const hasAccounts = (useQuery(accountsQuery).data?.length ?? 0) > 1
  const rows: readonly (readonly [keys: readonly string[], what: string])[] = [
    [['C'], app.newPost],
    [['P'], does.plan],
    [['G'], does.grid],
    [['/'], does.search],
    ...(hasAccounts ? ACCOUNT_KEYS.map(([keys, what]) => [keys, does[what]] as const) : []),
    [['?'], does.keys],
    [[command, 'K'], app.palette.button],
    [[command, 'Z'], does.undo],
    [[shortcuts.space], does.carry],
    [['←', '→', '↑', '↓'], does.move],
  ]
  return (
    <Dialog opened={opened} title={shortcuts.title} size="lg" onClose={onClose}>
      <Stack gap="md">
        <Stack component="dl" gap="xs" m={0}>
          {rows.map(([keys, what]) => (
            <Group key={what} gap="xs" wrap="nowrap">
              <Group component="dt" gap="4xs" w="8rem" flex="none">
                {keys.map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
              </Group>
              <Text component="dd" m={0}>
                {what}
              </Text>
            </Group>
          ))}
        </Stack>
        <Checkbox
          label={shortcuts.single}
          checked={hasSingleKeys}
          onChange={({ currentTarget }) => setSingleKeys(currentTarget.checked)}
        />
        <Text {...SMALL}>{shortcuts.singleText}</Text>
      </Stack>
    </Dialog>
  )
}
