import { Group, Stack, Text } from '@mantine/core'
import { FEED_IMAGE } from '../../../../../core/media/fit/limits.ts'
import { Avatar } from '../../kit/avatar.tsx'
import { SandboxBadge } from '../../kit/sandbox-badge.tsx'
import { useStrings } from '../../strings/language.tsx'
import { ratioOf } from '../problems.ts'
import { CaptionText } from './caption-text.tsx'
import type { Previewed } from './preview.tsx'
import classes from './preview.module.css'
import { Slides } from './slides.tsx'

/** A post of the feed: in the shape of its first file, which crops the others. */
export function FeedPreview({ composition, media, account }: Previewed) {
  const { compose } = useStrings()
  const files = media.filter((file) => file !== null && file !== undefined)
  const place = composition.locationName.trim()
  return (
    <div className={classes.card}>
      {account && (
        <Group gap="sm" wrap="nowrap" py="sm" px="md">
          <Avatar account={account} />
          <Stack gap={0} miw={0} lh={1.3}>
            <strong>
              {account.username}
              {composition.collaborators.length > 0 && compose.and(composition.collaborators)}
            </strong>
            {place !== '' && <span className={classes.place}>{place}</span>}
          </Stack>
          {account.isSandbox && <SandboxBadge />}
        </Group>
      )}
      {files.length === 0 ? (
        <div className={classes.empty} style={{ aspectRatio: 1 }}>
          {compose.previewEmpty[composition.mediaType]}
        </div>
      ) : (
        <Slides
          files={files}
          ratio={feedRatio(files[0] && ratioOf(files[0]))}
          people={composition.userTags}
        />
      )}
      <p className={classes.caption} dir="auto">
        {composition.caption.trim() === '' ? (
          <Text inherit span c="dimmed">
            {compose.previewCaption}
          </Text>
        ) : (
          <CaptionText caption={composition.caption} />
        )}
      </p>
    </div>
  )
}

/** The feed shows no other shapes than these. */
function feedRatio(ratio: number | null | undefined): number {
  const range = FEED_IMAGE.ratio
  if (ratio === null || ratio === undefined || range === null) return 1
  return Math.min(range.max, Math.max(range.min, ratio))
}
