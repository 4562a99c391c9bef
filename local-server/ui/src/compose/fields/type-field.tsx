import { Box, Flex, Radio, SimpleGrid, Text } from '@mantine/core'
import { DeviceMobileIcon, ImageIcon, StackIcon, VideoIcon, type Icon } from '@primer/octicons-react'
import type { MediaType } from '../../../../../core/rules/publication/post-words.ts'
import { SMALL } from '../../kit/looks.ts'
import { useStrings } from '../../strings/language.tsx'
import { everyId, withMediaType } from '../composition.ts'
import { useForm } from '../form.tsx'
import { useMedia } from '../../library/media-queries.ts'
import { kindOf } from '../problems.ts'

const KINDS: readonly (readonly [MediaType, Icon])[] = [
  ['IMAGE', ImageIcon],
  ['CAROUSEL', StackIcon],
  ['REELS', VideoIcon],
  ['STORIES', DeviceMobileIcon],
]

export function TypeField() {
  const { compose } = useStrings()
  const { editor, isScheduled } = useForm()
  const { mediaType } = editor.composition
  const ids = everyId(editor.composition)
  const files = useMedia(ids, editor.post?.mediaFiles ?? [])
  const choose = (chosen: string) => {
    const kinds = new Map(files.map((file, index) => [ids[index], file ? kindOf(file) : undefined]))
    editor.change((now) => withMediaType(now, chosen as MediaType, (id) => kinds.get(id)))
  }
  return (
    <Radio.Group label={compose.kind} value={mediaType} onChange={choose} data-field="mediaType">
      <SimpleGrid cols={4} spacing="2xs" mt="5xs">
        {KINDS.filter(([kind]) => !isScheduled || kind === mediaType).map(([kind, KindIcon]) => (
          <Radio.Card
            key={kind}
            value={kind}
            px={{ base: '4xs', xs: 'sm' }}
            py="xs"
            display="flex"
            style={{ flexDirection: 'column', alignItems: 'stretch' }}
          >
            <Flex
              component="span"
              direction={{ base: 'column', xs: 'row' }}
              align="center"
              gap="0.125rem 0.5rem"
            >
              <Box component={KindIcon} size={20} c={kind === mediaType ? 'var(--link)' : 'dimmed'} />
              <Text span fz={{ base: 'sm', xs: 'md' }} fw={600} lh={1.3}>
                {compose.kinds[kind].name}
              </Text>
            </Flex>
            <Text span visibleFrom="xs" display="block" mt="5xs" {...SMALL} lh={1.35}>
              {compose.kinds[kind].about}
            </Text>
          </Radio.Card>
        ))}
      </SimpleGrid>
    </Radio.Group>
  )
}
