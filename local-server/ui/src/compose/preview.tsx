import { Box, Center, Group, Stack, Switch, Text } from '@mantine/core'
import {
  ChevronLeftIcon,
  ChevronRightIcon,
  CommentIcon,
  HeartIcon,
  PaperAirplaneIcon,
  SquareFillIcon,
  TriangleRightIcon,
} from '@primer/octicons-react'
import { useRef, useState } from 'react'
import type { MediaFileBody } from '../../../../core/api/media.ts'
import { isVideo, shapeOf } from '../../../../core/rules/fit/fixes.ts'
import { FEED_IMAGE } from '../../../../core/rules/fit/limits.ts'
import { Avatar } from '../kit/avatar.tsx'
import { CARD, SMALL } from '../kit/looks.ts'
import { SandboxBadge } from '../kit/sandbox-badge.tsx'
import { useStrings } from '../strings/language.tsx'
import { CaptionText } from './caption-text.tsx'
import { placeOf, type PersonOnPicture } from '../library/people/picture-position.ts'
import { peopleOn } from './composition.ts'
import type { Editor } from './editor.ts'
import classes from './preview.module.css'
import { isTall } from './problems.ts'

type Previewed = Pick<Editor, 'composition' | 'media' | 'account'>

/** The post as Instagram will show it. */
export function Preview(previewed: Previewed) {
  const { compose } = useStrings()
  return (
    <section aria-label={compose.preview}>
      {isTall(previewed.composition.mediaType) ? (
        <PhonePreview {...previewed} />
      ) : (
        <FeedPreview {...previewed} />
      )}
    </section>
  )
}

/** Below the form, where there is no room beside it. */
export function FoldedPreview(previewed: Previewed) {
  const { compose } = useStrings()
  const [isOpen, setOpen] = useState(false)
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <Text component="summary" fw={600} py="xs">
        {compose.preview}
      </Text>
      {isOpen && <Preview {...previewed} />}
    </details>
  )
}

/** A post of the feed: in the shape of its first file, which crops the others. */
function FeedPreview({ composition, media, account }: Previewed) {
  const { compose } = useStrings()
  const files = media.filter((file) => file !== null && file !== undefined)
  const pictures = files.filter((file) => !isVideo(file)).map(({ id }) => id)
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
        <Slides files={files} peopleOf={(id) => peopleOn(composition, pictures, id)} />
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
function feedRatio(file: MediaFileBody | undefined): number {
  const ratio = file ? shapeOf(file) : null
  const range = FEED_IMAGE.ratio
  if (ratio === null || range === null) return 1
  return Math.min(range.max, Math.max(range.min, ratio))
}

const ARROWS = [
  { side: 'back', step: -1, label: 'previousSlide', Icon: ChevronLeftIcon },
  { side: 'on', step: 1, label: 'nextSlide', Icon: ChevronRightIcon },
] as const

interface SlidesProps {
  readonly files: readonly MediaFileBody[]
  readonly peopleOf: (mediaId: string) => readonly PersonOnPicture[]
}

/** One file, or several to swipe through, each with the people on it. */
function Slides({ files, peopleOf }: SlidesProps) {
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
  return (
    <Box pos="relative">
      <div
        ref={strip}
        className={classes.strip}
        onScroll={follow}
        {...(files.length > 1 && { tabIndex: 0, role: 'group', 'aria-label': compose.slides })}
      >
        {files.map((file, index) => (
          <div key={file.id} className={classes.slide} style={{ aspectRatio: feedRatio(files[0]) }}>
            <MediaView file={file} alt={compose.previewAlt(index + 1, files.length)} />
            {peopleOf(file.id).map((person) => (
              <span key={person.username} className={classes.tag} style={placeOf(person)}>
                {person.username}
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
    </Box>
  )
}

/** A reel or a story: the whole screen of a phone, with a file of any shape. */
function PhonePreview({ composition, media, account }: Previewed) {
  const { compose } = useStrings()
  const [showsSafe, setShowsSafe] = useState(true)
  const { mediaType, caption, storyMentions } = composition
  const isStory = mediaType === 'STORIES'
  const file = media.find((one) => one !== null && one !== undefined)
  const publisher = account && (
    <Group gap="2xs">
      <Avatar account={account} />
      <strong>{account.username}</strong>
    </Group>
  )
  return (
    <>
      <div className={classes.phone}>
        {file ? (
          <MediaView file={file} alt={compose.previewAlt(1, 1)} />
        ) : (
          <Center pos="absolute" inset={0} p="2xl" c="#c9cfe4" ta="center">
            {compose.previewEmpty[mediaType]}
          </Center>
        )}
        {isStory ? (
          <div className={classes.overlay}>
            {showsSafe && (
              <>
                <div className={classes.unsafe} data-edge="top" />
                <div className={classes.unsafe} data-edge="bottom" />
              </>
            )}
            <Stack gap="2xs" px="sm" py="xs" fz="sm">
              <Box h={2} bdrs="xs" bg="rgb(255 255 255 / 85%)" />
              {publisher}
            </Stack>
            {storyMentions.map((person) => (
              <span key={person.username} className={classes.mention} style={placeOf(person)}>
                @{person.username}
              </span>
            ))}
          </div>
        ) : (
          <div className={classes.overlay}>
            <Group wrap="nowrap" align="end" h="100%" px="sm" py="lg" fz="sm">
              <Stack gap="3xs" flex={1} miw={0}>
                {publisher}
                {caption.trim() !== '' && (
                  <Text inherit lh={1.4} lineClamp={2} dir="auto" style={{ overflowWrap: 'anywhere' }}>
                    <CaptionText caption={caption} linked={{ fw: 600 }} />
                  </Text>
                )}
              </Stack>
              <Stack gap="md" aria-hidden="true" style={{ filter: 'drop-shadow(0 0 3px rgb(0 0 0 / 70%))' }}>
                <HeartIcon size={22} />
                <CommentIcon size={22} />
                <PaperAirplaneIcon size={22} />
              </Stack>
            </Group>
          </div>
        )}
      </div>
      {isStory && (
        <Box w="min(100%, 20rem)" mt="sm">
          <Switch
            label={compose.safeAreas}
            checked={showsSafe}
            onChange={({ currentTarget }) => setShowsSafe(currentTarget.checked)}
          />
          <Text mt="3xs" {...SMALL}>
            {compose.safeAreasAbout}
          </Text>
        </Box>
      )}
    </>
  )
}

interface MediaViewProps {
  readonly file: MediaFileBody
  readonly alt: string
}

/** A file as it is published; what surrounds it gives the shape. */
function MediaView({ file, alt }: MediaViewProps) {
  if (!isVideo(file)) return <img src={file.previewUrl ?? undefined} alt={alt} />
  return <Video key={file.previewUrl} file={file} alt={alt} />
}

/** Without the browser's controls, which would lie where Instagram puts its own things. */
function Video({ file, alt }: MediaViewProps) {
  const { compose } = useStrings()
  const video = useRef<HTMLVideoElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  const toggle = () => {
    if (isPlaying) video.current?.pause()
    else void video.current?.play().catch(() => setPlaying(false))
  }
  return (
    <>
      <video
        ref={video}
        src={file.previewUrl ?? undefined}
        poster={file.thumbnailPreviewUrl ?? undefined}
        aria-label={alt}
        preload="metadata"
        muted
        loop
        playsInline
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
      />
      <button
        type="button"
        className={classes.play}
        data-playing={isPlaying || undefined}
        aria-label={isPlaying ? compose.pause : compose.play}
        onClick={toggle}
      >
        {isPlaying ? <SquareFillIcon size={20} /> : <TriangleRightIcon size={32} />}
      </button>
    </>
  )
}
