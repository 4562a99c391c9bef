import { Box, Image, Portal, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { PlannedPostBody } from '../../../../../core/features/posts/bodies/planned-post-body.ts'
import { SMALL } from '../../kit/looks.ts'
import { useAccount } from '../../shared/queries.ts'
import { useStrings } from '../../strings/language.tsx'
import { useCalendarTimes } from '../clock/calendar-zone.tsx'
import type { PlannedTile } from '../planned-tiles.ts'
import { StateMark } from './tile.tsx'

/** Longer than a pointer rests on its way. */
const RESTS_MS = 600
const WIDTH_PX = 272
const HEIGHT_PX = 420
const GAP_PX = 8

interface Place {
  readonly id: string
  readonly left: number
  readonly top: number
}

/** All of the post beside its card, while a pointer rests on it. Nothing in it can be pressed: that is what the card is for. */
export function HoveredPreview({ tiles }: { readonly tiles: readonly PlannedTile[] }) {
  const place = useRestingPlace()
  const post = tiles.find((tile) => tile.post.id === place?.id)?.post
  if (!place || !post) return null
  return (
    <Portal>
      <Box pos="fixed" left={place.left} top={place.top} style={{ zIndex: 300, pointerEvents: 'none' }}>
        <PostPreview post={post} />
      </Box>
    </Portal>
  )
}

/** Decoration: its words are the name of the card, and all about the post is in its panel. */
export function PostPreview({ post }: { readonly post: PlannedPostBody }) {
  const { posts } = useStrings()
  const { dayAndTime } = useCalendarTimes()
  const account = useAccount(post.platformAccountId)
  return (
    <Stack
      gap="2xs"
      w={WIDTH_PX}
      p="xs"
      bdrs="md"
      bd="1px solid var(--line)"
      style={LOOKS}
      aria-hidden
      data-preview
    >
      {post.thumbnailUrl !== null && <Image src={post.thumbnailUrl} alt="" h="13rem" radius="sm" />}
      <Text fw={600}>{dayAndTime(Date.parse(post.at))}</Text>
      <Text {...SMALL}>
        {posts.type[post.mediaType]}
        {account && ` · ${account.username}`}
      </Text>
      <StateMark post={post} />
      <Text fz="sm" dir="auto" lineClamp={6} style={{ whiteSpace: 'pre-line' }}>
        {post.caption ?? posts.noCaption}
      </Text>
    </Stack>
  )
}

const LOOKS = { background: 'var(--card)', boxShadow: '0 0.5rem 1.5rem rgb(0 0 0 / 0.25)' }

/** Gone with the next press, key or scroll. */
function useRestingPlace(): Place | null {
  const [place, setPlace] = useState<Place | null>(null)
  useEffect(() => {
    const ended = new AbortController()
    const options = { capture: true, passive: true, signal: ended.signal }
    let timer: ReturnType<typeof setTimeout> | undefined
    let rested: Element | null = null
    const leave = () => {
      clearTimeout(timer)
      rested = null
      setPlace(null)
    }
    const move = ({ target, pointerType, buttons }: PointerEvent) => {
      const card = target instanceof Element ? target.closest<HTMLElement>('main [data-post]') : null
      if (card === rested) return
      leave()
      if (card === null || pointerType !== 'mouse' || buttons !== 0) return
      rested = card
      timer = setTimeout(() => setPlace(placeBeside(card)), RESTS_MS)
    }
    document.addEventListener('pointermove', move, options)
    for (const ends of ['pointerdown', 'keydown', 'wheel', 'scroll'])
      document.addEventListener(ends, leave, options)
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [])
  return place
}

function placeBeside(card: HTMLElement): Place {
  const { left, right, top } = card.getBoundingClientRect()
  const hasRoom = right + GAP_PX + WIDTH_PX < innerWidth
  return {
    id: card.dataset['post'] ?? '',
    left: Math.max(GAP_PX, hasRoom ? right + GAP_PX : left - GAP_PX - WIDTH_PX),
    top: Math.max(GAP_PX, Math.min(top, innerHeight - HEIGHT_PX - GAP_PX)),
  }
}
