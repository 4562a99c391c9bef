import { Box, Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { MediaFileBody } from '../../../../../core/api/media.ts'
import { isVideo } from '../../../../../core/rules/fit/fixes.ts'
import { SOFT } from '../../kit/looks.ts'
import { MediaPicker } from '../../library/chosen/media-picker.tsx'
import { useFormats, useStrings } from '../../strings/language.tsx'
import { focusField, useForm, useOptions } from '../form.tsx'
import { Field } from './field.tsx'
import { useNoteMedia } from '../../library/media-queries.ts'

/** The cover of a reel: a frame of its video, or a picture of the library. */
export function CoverField() {
  const words = useStrings().compose.options
  const { editor } = useForm()
  const { options, set } = useOptions()
  const [isPicking, picker] = useDisclosure()
  const noteMedia = useNoteMedia()
  const { cover } = options
  const isPicture = cover?.mediaFileId !== undefined
  const video = editor.media.find((file) => file && isVideo(file))
  const reset = () => {
    flushSync(() => set({ cover: null }))
    focusField('cover')
  }
  return (
    <Field of="cover" heading={words.names.cover}>
      {isPicture ? (
        <>
          {editor.cover && (
            <Box
              component="img"
              {...FRAME}
              src={editor.cover.previewUrl ?? undefined}
              alt={words.coverPictureAlt}
            />
          )}
          <Text {...SOFT}>{words.coverIsPicture}</Text>
        </>
      ) : video ? (
        <FrameChoice key={video.id} file={video} />
      ) : (
        <Text {...SOFT}>{words.coverNeedsVideo}</Text>
      )}
      <Group gap="2xs" align="stretch" mt="2xs">
        <Button variant="default" size="xs" onClick={picker.open}>
          {isPicture ? words.chooseOtherPicture : words.choosePicture}
        </Button>
        <MediaPicker
          mediaType="IMAGE"
          only="image"
          room={1}
          taken={[]}
          isOpen={isPicking}
          onClose={picker.close}
          onPicked={(files) => noteMedia(files).forEach((mediaFileId) => set({ cover: { mediaFileId } }))}
        />
        {cover && (
          <Button variant="default" size="xs" onClick={reset}>
            {words.resetCover}
          </Button>
        )}
      </Group>
    </Field>
  )
}

const FRAME = {
  display: 'block',
  w: 'min(9rem, 50%)',
  bdrs: 'sm',
  bg: 'var(--tint)',
  style: { aspectRatio: '9 / 16', objectFit: 'cover' },
} as const

/** Fine enough for a frame, and coarse enough for the arrow keys. */
const STEP_MS = 100

/** A slider over the length of the video, which shows the frame that it stands on. */
function FrameChoice({ file }: { readonly file: MediaFileBody }) {
  const words = useStrings().compose.options
  const formats = useFormats()
  const { options, set } = useOptions()
  const id = useId()
  const video = useRef<HTMLVideoElement>(null)
  const [seconds, setSeconds] = useState(file.processed?.durationSeconds ?? file.durationSeconds ?? 0)
  const frameMs = options.cover?.frameMs
  const at = frameMs ?? 0
  const seek = () => {
    if (video.current) video.current.currentTime = at / 1000
  }
  useEffect(seek, [at])
  const shownAt = formats.number(at / 1000)
  return (
    <>
      <Box
        component="video"
        ref={video}
        {...FRAME}
        src={file.previewUrl ?? undefined}
        aria-hidden="true"
        tabIndex={-1}
        preload="auto"
        muted
        playsInline
        onLoadedMetadata={({ currentTarget: { duration } }) => {
          if (seconds === 0 && Number.isFinite(duration)) setSeconds(duration)
          seek()
        }}
      />
      <Text component="label" htmlFor={id} display="block" mt="2xs" mb="4xs" fw={500}>
        {words.coverAt}
      </Text>
      <Box
        component="input"
        id={id}
        type="range"
        display="block"
        w="100%"
        h="1.75rem"
        mb="4xs"
        style={{ accentColor: 'var(--link)' }}
        min={0}
        max={Math.floor(seconds * 1000)}
        step={STEP_MS}
        value={at}
        aria-valuetext={words.seconds(shownAt)}
        onChange={({ currentTarget }) => set({ cover: { frameMs: Number(currentTarget.value) } })}
      />
      <Text {...SOFT}>{frameMs === undefined ? words.coverDefault : words.coverIs(shownAt)}</Text>
    </>
  )
}
