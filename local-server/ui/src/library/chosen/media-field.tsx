import { Button, Group, Stack, Text } from '@mantine/core'
import { ImageIcon, PlusIcon } from '@primer/octicons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { MediaFileBody } from '../../../../../core/api/media.ts'
import type { MediaType } from '../../../../../core/rules/publication/post-words.ts'
import { CAROUSEL_ITEMS } from '../../../../../core/rules/fit/limits.ts'
import { ToolButton } from '../../kit/tool-button.tsx'
import { useStrings } from '../../strings/language.tsx'
import { asBefore, kindWith, withAdded } from './added-files.ts'
import { kindBefore } from './kind-before.ts'
import { ChosenFiles, FileDetails } from './chosen-files.tsx'
import { OneShape, TallPictures } from './many-shapes.tsx'
import { DropZone, Invitation } from '../upload/drop-area.tsx'
import { MediaPicker } from './media-picker.tsx'
import { isUploadUnderWay } from '../upload/upload-queue.ts'
import { UploadList, UploadTiles } from '../upload/upload-row.tsx'
import { useUploads } from '../upload/use-uploads.ts'
import classes from './chosen-files.module.css'

const KINDS = { IMAGE: 'photo', REELS: 'video', STORIES: 'both', CAROUSEL: 'both' } as const

interface MediaFieldProps {
  readonly mediaType: MediaType
  readonly media: readonly MediaFileBody[]
  readonly onChange: (media: readonly MediaFileBody[]) => void
  /** The files that were given to the post make it another kind. */
  readonly onKind: (kind: MediaType) => void
  /** Takes the focus from the controls that are gone with the first file. */
  readonly onFilled: () => void
  readonly error?: string | undefined
  /** The work that was discarded last: what its files offer to undo goes with it. */
  readonly discarded: unknown
  /** Names the post: uploads under way are handed over when the field of the same post is shown again. */
  readonly place: string
}

/** The files of a post: dropped, pasted, chosen or taken from the library; put in order, made to fit, removed. */
export function MediaField(props: MediaFieldProps) {
  const { mediaType, media, onFilled, error, place } = props
  const { library } = useStrings()
  const open = useRef<() => void>(null)
  const [isPicking, setPicking] = useState(false)
  const [pressed, press] = useState<string | null>(null)
  const most = mostFor(mediaType)
  const chosen = useChosenFiles(props, most)
  const uploads = useUploads(place, chosen.take)
  const { room, isMade, takeFiles } = useAddedFiles(props, chosen, uploads)
  const { onTheirWay, failed } = Object.groupBy(uploads.uploads, ({ state }) =>
    state === 'failed' ? 'failed' : 'onTheirWay',
  )
  const isEmpty = media.length === 0 && onTheirWay === undefined
  const land = useEffectEvent(() => document.activeElement === document.body && onFilled())
  useEffect(() => {
    if (!isEmpty) land()
  }, [isEmpty])
  const shown =
    media.find(({ id }) => id === pressed) ??
    media.find(({ unfit }) => unfit[mediaType].length > 0) ??
    (media.length === 1 ? media[0] : undefined)
  const choose = library.choose[mediaType]
  const pick = () => setPicking(true)
  return (
    <Stack role="group" aria-label={library.fieldLabel[mediaType]} gap="2xs" className={classes.field ?? ''}>
      <DropZone onFiles={takeFiles} openRef={open}>
        {isEmpty ? (
          <Invitation
            choose={choose}
            multiple={most > 1}
            takes={KINDS[mediaType]}
            onOpen={() => open.current?.()}
            onPick={pick}
          />
        ) : (
          <div className={classes.strip}>
            <ChosenFiles
              mediaType={mediaType}
              media={media}
              shown={shown}
              onShow={press}
              onOrder={chosen.set}
              onRemove={chosen.remove}
            />
            <UploadTiles uploads={onTheirWay ?? []} onRemove={uploads.remove} />
            {room > 0 && <AddFiles choose={choose} onOpen={() => open.current?.()} onPick={pick} />}
          </div>
        )}
      </DropZone>
      {shown && <FileDetails file={shown} media={media} mediaType={mediaType} onOrder={chosen.set} />}
      <UploadList uploads={{ ...uploads, uploads: failed ?? [] }} />
      <LastChange chosen={chosen} />
      {mediaType === 'CAROUSEL' && media.length > 1 && (
        <OneShape media={media} note={isMade && library.madeCarousel} />
      )}
      {mediaType === 'CAROUSEL' && <TallPictures media={media} />}
      <Text component="div" role="alert" c="var(--red)" data-fills-later>
        {error && <p>{error}</p>}
        {media.length > most && <p>{library.onlyOne}</p>}
        {chosen.noted && <p>{chosen.noted}</p>}
      </Text>
      <MediaPicker
        mediaType={mediaType}
        room={room}
        isOpen={isPicking}
        taken={media}
        onClose={() => setPicking(false)}
        onGone={land}
        onPicked={chosen.take}
      />
    </Stack>
  )
}

/** Takes files that were dropped, pasted or chosen, as many as there is room for. */
function useAddedFiles(
  { mediaType, media, onKind }: MediaFieldProps,
  chosen: ChosenMedia,
  uploads: ReturnType<typeof useUploads>,
) {
  const { library } = useStrings()
  const [isMade, setMade] = useState(false)
  const most = mostFor(mediaType)
  const roomOf = (places: number) => places - media.length - uploads.uploads.filter(isUploadUnderWay).length
  const room = most === 1 ? 1 : roomOf(most)
  const takeFiles = (files: File[]) => {
    const fitting = uploads.sift(files)
    const kind = kindWith(mediaType, fitting)
    if (kind !== mediaType) onKind(kind)
    const makesCarousel = kind === 'CAROUSEL' && kind !== mediaType
    setMade(makesCarousel)
    const places = makesCarousel ? CAROUSEL_ITEMS.max : most
    const taken = fitting.slice(0, Math.max(0, makesCarousel ? roomOf(places) : room))
    if (taken.length > 0) uploads.add(taken)
    const left = fitting.length - taken.length
    chosen.note(left > 0 ? library.tooMany(places, left) : null)
  }
  return { room, isMade, takeFiles }
}

const mostFor = (mediaType: MediaType) => (mediaType === 'CAROUSEL' ? CAROUSEL_ITEMS.max : 1)

interface AddFilesProps {
  readonly choose: string
  readonly onOpen: () => void
  readonly onPick: () => void
}

/** Behind the files, where there is room for more, or for another one instead. */
function AddFiles({ choose, onOpen, onPick }: AddFilesProps) {
  const { library } = useStrings()
  return (
    <div className={classes.add}>
      <ToolButton label={choose} withinPortal={false} onClick={onOpen}>
        <PlusIcon />
      </ToolButton>
      <ToolButton label={library.chooseFromLibrary} withinPortal={false} onClick={onPick}>
        <ImageIcon />
      </ToolButton>
    </div>
  )
}

interface LastChangeOf {
  readonly kind: 'removed' | 'replaced'
  readonly name: string
  readonly before: readonly MediaFileBody[]
}

type ChosenMedia = ReturnType<typeof useChosenFiles>

function useChosenFiles(props: MediaFieldProps, most: number) {
  const { mediaType, media, onChange, onKind, discarded } = props
  const { library } = useStrings()
  const [last, setLast] = useState<LastChangeOf | null>(null)
  const [noted, note] = useState<string | null>(null)
  useEffect(() => {
    if (discarded === null) return
    setLast(null)
    note(null)
  }, [discarded])
  // Two files may be stored before React has shown the first one.
  const latest = useRef(media)
  latest.current = media
  const set = (next: readonly MediaFileBody[]) => {
    latest.current = next
    onChange(next)
  }
  const changeTo = (next: readonly MediaFileBody[], change: LastChangeOf | null) => {
    setLast(change)
    set(next)
  }
  const take = (added: readonly MediaFileBody[]) => {
    const before = latest.current
    const { files, left } = withAdded(before, added, most)
    if (left > 0) note(library.tooMany(most, left))
    if (files === before) return
    const [old] = before
    const isReplaced = most === 1 && old !== undefined
    changeTo(files, isReplaced ? { kind: 'replaced', name: old.originalFilename, before } : null)
  }
  return {
    last,
    noted,
    note,
    take,
    set,
    remove: ({ id, originalFilename }: MediaFileBody) => {
      const before = latest.current
      const rest = before.filter((file) => file.id !== id)
      note(null)
      changeTo(rest, { kind: 'removed', name: originalFilename, before })
    },
    undo: () => {
      if (last === null) return
      changeTo(asBefore(last.before, latest.current), null)
      const kind = last.kind === 'replaced' ? kindBefore(mediaType, last.before) : mediaType
      if (kind !== mediaType) onKind(kind)
    },
  }
}

function LastChange({ chosen: { last, undo } }: { readonly chosen: ChosenMedia }) {
  const { library, shared } = useStrings()
  const button = useRef<HTMLButtonElement>(null)
  // The button that removed the file is gone, and must not take the keyboard's place with it.
  useEffect(() => {
    if (last !== null && document.activeElement === document.body) button.current?.focus()
  }, [last])
  return (
    <div role="status" data-fills-later>
      {last && (
        <Group gap="xs" c="dimmed">
          {last.kind === 'removed' ? library.removed(last.name) : library.replaced(last.name)}
          <Button
            ref={button}
            size="compact-sm"
            variant="subtle"
            aria-label={library.takeBack(last.name)}
            onClick={() => flushSync(undo)}
          >
            {shared.undo}
          </Button>
        </Group>
      )}
    </div>
  )
}
