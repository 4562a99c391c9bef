import { Box, Center, Group, Stack, Text } from '@mantine/core'
import { ChevronLeftIcon, ChevronRightIcon } from '@primer/octicons-react'
import { useRef, useState } from 'react'
import { FEED_IMAGE } from '../../../../../core/media/fit/limits.ts'
import type { MediaFileBody } from '../../../../../core/api/media.ts'
import { useStrings } from '../../strings/language.tsx'
import type { Editor } from '../editor.ts'
import { isTall, kindOf, ratioOf } from '../problems.ts'
import { PhonePreview } from './phone-preview.tsx'
import { Avatar } from '../../kit/avatar.tsx'
import { CARD, FIELD_TITLE, SMALL } from '../../kit/looks.ts'
import { SandboxBadge } from '../../kit/sandbox-badge.tsx'
import { CaptionText } from './caption-text.tsx'
import type { Person } from '../composition.ts'
import { MediaView } from './media-view.tsx'
import classes from './slides.module.css'

export type Previewed = Pick<Editor, 'composition' | 'media' | 'account'>

/** The post as Instagram will show it. */
export function Preview(previewed: Previewed) {
  const { compose } = useStrings()
  return (
    <section aria-labelledby="preview">
      <Box {...FIELD_TITLE} id="preview">
        {compose.preview}
      </Box>
      {isTall(previewed.composition.mediaType) ? (
        <PhonePreview {...previewed} />
      ) : (
        <FeedPreview {...previewed} />
      )}
    </section>
  )
}

/** A post of the feed: in the shape of its first file, which crops the others. */
function FeedPreview({ composition, media, account }: Previewed) {
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

interface SlidesProps {
  readonly files: readonly MediaFileBody[]
  /** Width to height of all of them. */
  readonly ratio: number
  readonly people: readonly Person[]
}

/** One file, or several to swipe through. People stand on the first picture. */
function Slides({ files, ratio, people }: SlidesProps) {
  const { compose } = useStrings()
  const strip = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  const shown = Math.min(at, files.length - 1)
  const go = (index: number) => {
    const width = strip.current?.clientWidth ?? 0
    strip.current?.scrollTo({ left: index * width })
    setAt(index)
  }
  const follow = () => {
    const { scrollLeft = 0, clientWidth = 1 } = strip.current ?? {}
    setAt(Math.round(scrollLeft / clientWidth))
  }
  const tagged = files.findIndex((file) => kindOf(file) === 'image')
  return (
    <div className={classes.slides}>
      <div
        ref={strip}
        className={classes.strip}
        onScroll={follow}
        {...(files.length > 1 && { tabIndex: 0, role: 'group', 'aria-label': compose.slides })}
      >
        {files.map((file, index) => (
          <div key={file.id} className={classes.slide} style={{ aspectRatio: ratio }}>
            <MediaView file={file} alt={compose.previewAlt(index + 1, files.length)} />
            {index === tagged &&
              people.map(({ username, x, y }) => (
                <span
                  key={username}
                  className={classes.tag}
                  style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
                >
                  {username}
                </span>
              ))}
          </div>
        ))}
      </div>
      {files.length > 1 && <span className={classes.number}>{`${shown + 1}/${files.length}`}</span>}
      {ARROWS.filter(({ step }) => files[shown + step]).map(({ side, step, label, Icon }) => (
        <button
          key={side}
          type="button"
          className={classes.arrow}
          data-side={side}
          aria-label={compose[label]}
          onClick={() => go(shown + step)}
        >
          <Icon />
        </button>
      ))}
    </div>
  )
}

const ARROWS = [
  { side: 'back', step: -1, label: 'previousSlide', Icon: ChevronLeftIcon },
  { side: 'on', step: 1, label: 'nextSlide', Icon: ChevronRightIcon },
] as const
