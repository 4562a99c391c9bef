import { Box, Center, Group, Stack, Text } from '@mantine/core'
import { FEED_IMAGE } from '../../../../../core/media/fit/limits.ts'
import { Avatar } from '../../kit/avatar.tsx'
import { CARD, SMALL } from '../../kit/looks.ts'
import { SandboxBadge } from '../../kit/sandbox-badge.tsx'
import { useStrings } from '../../strings/language.tsx'
import { ratioOf } from '../problems.ts'
import { CaptionText } from './caption-text.tsx'
import type { Previewed } from './preview.tsx'
import { Slides } from './slides.tsx'

/** A post of the feed: in the shape of its first file, which crops the others. */
export function FeedPreview({ composition, media, account }: Previewed) {
  const { compose } = useStrings()
  const files = media.filter((file) => file !== null && file !== undefined)
  const place = composition.locationName.trim()
  return (
    <Box {...CARD} p={0} style={{ overflow: 'hidden' }}>
      {account && (
        <Group gap="sm" wrap="nowrap" py="sm" px="md">
          <Avatar account={account} />
          <Stack gap={0} miw={0} lh={1.3}>
            <strong>
              {account.username}
              {composition.collaborators.length > 0 && compose.and(composition.collaborators)}
            </strong>
            {place !== '' && (
              <Text span {...SMALL} truncate>
                {place}
              </Text>
            )}
          </Stack>
          {account.isSandbox && <SandboxBadge />}
        </Group>
      )}
      {files.length === 0 ? (
        <Center p="md" bg="var(--tint)" c="dimmed" ta="center" style={{ aspectRatio: 1 }}>
          {compose.previewEmpty[composition.mediaType]}
        </Center>
      ) : (
        <Slides
          files={files}
          ratio={feedRatio(files[0] && ratioOf(files[0]))}
          people={composition.userTags}
        />
      )}
      {/* A long one is cut, as Instagram cuts it. */}
      <Text m="md" lineClamp={12} dir="auto" style={{ whiteSpace: 'pre-line' }}>
        {composition.caption.trim() === '' ? (
          <Text inherit span c="dimmed">
            {compose.previewCaption}
          </Text>
        ) : (
          <CaptionText caption={composition.caption} />
        )}
      </Text>
    </Box>
  )
}

/** The feed shows no other shapes than these. */
function feedRatio(ratio: number | null | undefined): number {
  const range = FEED_IMAGE.ratio
  if (ratio === null || ratio === undefined || range === null) return 1
  return Math.min(range.max, Math.max(range.min, ratio))
}
