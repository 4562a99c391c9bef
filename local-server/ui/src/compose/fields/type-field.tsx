import { Box, Group, Radio, SimpleGrid, Text } from '@mantine/core'
import type { MediaType } from '../../../../../core/rules/publication/post-words.ts'
import { SMALL } from '../../kit/looks.ts'
import { useStrings } from '../../strings/language.tsx'
import { everyId, withMediaType } from '../composition.ts'
import { useForm } from '../form.tsx'
import { useMedia } from '../../library/media-queries.ts'
import { kindOf } from '../problems.ts'
import { KIND_ICONS } from './kind-icons.ts'

const KINDS = Object.keys(KIND_ICONS) as readonly MediaType[]

export function TypeField() {
  const { compose } = useStrings()
  const { editor } = useForm()
  const { mediaType } = editor.composition
  const ids = everyId(editor.composition)
  const files = useMedia(ids, editor.post?.mediaFiles ?? [])
  const choose = (chosen: string) => {
    const kinds = new Map(files.map((file, index) => [ids[index], file ? kindOf(file) : undefined]))
    editor.change((now) => withMediaType(now, chosen as MediaType, (id) => kinds.get(id)))
  }
  return (
    <Radio.Group labelProps={{ id: 'open-tool' }} value={mediaType} onChange={choose}>
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="2xs">
        {KINDS.map((kind) => (
          <Radio.Card key={kind} value={kind} px="sm" py="xs">
            <Group component="span" gap="2xs" wrap="nowrap">
              <Box component={KIND_ICONS[kind]} size={20} c={kind === mediaType ? 'var(--link)' : 'dimmed'} />
              <Text span fw={600} lh={1.3}>
                {compose.kinds[kind].name}
              </Text>
            </Group>
            <Text span display="block" mt="5xs" {...SMALL} lh={1.35}>
              {compose.kinds[kind].about}
            </Text>
          </Radio.Card>
        ))}
      </SimpleGrid>
    </Radio.Group>
  )
}
