import { Box, Center, Switch, Text } from '@mantine/core'
import { CommentIcon, HeartIcon, PaperAirplaneIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { SMALL } from '../../kit/looks.ts'
import { Avatar } from '../../kit/avatar.tsx'
import { useStrings } from '../../strings/language.tsx'
import { CaptionText } from './caption-text.tsx'
import { MediaView } from './media-view.tsx'
import classes from './phone-preview.module.css'
import type { Previewed } from './preview.tsx'

/** A reel or a story: the whole screen of a phone, whatever shape the file has. */
export function PhonePreview({ composition, media, account }: Previewed) {
  const { compose } = useStrings()
  const [showsSafe, setShowsSafe] = useState(true)
  const isStory = composition.mediaType === 'STORIES'
  const file = media.find((one) => one !== null && one !== undefined)
  return (
    <>
      <div className={classes.phone}>
        {file ? (
          <MediaView file={file} alt={compose.previewAlt(1, 1)} />
        ) : (
          <Center pos="absolute" inset={0} p="xl" c="#c9cfe4" ta="center">
            {compose.previewEmpty[composition.mediaType]}
          </Center>
        )}
        <div className={classes.overlay}>
          {isStory && showsSafe && (
            <>
              <div className={classes.unsafe} data-edge="top" />
              <div className={classes.unsafe} data-edge="bottom" />
            </>
          )}
          {isStory ? (
            <StoryOverlay composition={composition} media={media} account={account} />
          ) : (
            <ReelOverlay composition={composition} media={media} account={account} />
          )}
        </div>
      </div>
      {isStory && (
        <Box w="min(100%, 20rem)" mt="sm">
          <Switch
            label={compose.safeAreas}
            checked={showsSafe}
            onChange={(event) => setShowsSafe(event.currentTarget.checked)}
          />
          <Text mt={6} {...SMALL}>
            {compose.safeAreasAbout}
          </Text>
        </Box>
      )}
    </>
  )
}

function StoryOverlay({ composition, account }: Previewed) {
  return (
    <>
      <div className={classes.bar} />
      {account && (
        <div className={classes.head}>
          <Avatar account={account} />
          <strong>{account.username}</strong>
        </div>
      )}
      {composition.storyMentions.map(({ username, x, y }) => (
        <span key={username} className={classes.mention} style={{ left: `${x * 100}%`, top: `${y * 100}%` }}>
          @{username}
        </span>
      ))}
    </>
  )
}

function ReelOverlay({ composition, account }: Previewed) {
  return (
    <>
      <div className={classes.icons} aria-hidden="true">
        <HeartIcon size={22} />
        <CommentIcon size={22} />
        <PaperAirplaneIcon size={22} />
      </div>
      <div className={classes.foot}>
        {account && (
          <div>
            <Avatar account={account} />
            <strong>{account.username}</strong>
          </div>
        )}
        {composition.caption.trim() !== '' && (
          <p className={classes.caption} dir="auto">
            <CaptionText caption={composition.caption} linked={{ fw: 600 }} />
          </p>
        )}
      </div>
    </>
  )
}
