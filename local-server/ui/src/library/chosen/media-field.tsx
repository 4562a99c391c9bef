import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { lazy, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { SMALL } from '../../kit/looks.ts'
import type { MediaFileBody } from '../../../../../core/api/media.ts'
import type { MediaType } from '../../../../../core/rules/publication/post-words.ts'
import { nearestShape } from '../../../../../core/rules/fit/fixes.ts'
import { CAROUSEL_ITEMS } from '../../../../../core/rules/fit/limits.ts'
import { OnDemand } from '../../shared/on-demand.tsx'
import { useStrings } from '../../strings/language.tsx'
import { withAdded } from './added-files.ts'
import { ChosenFiles } from './chosen-files.tsx'
import { DropArea } from '../upload/drop-area.tsx'
import { useFixes } from '../fit/use-fix.ts'
import { MediaPicker } from './media-picker.tsx'
import { isUploadUnderWay } from '../upload/upload-queue.ts'
import { UploadList } from '../upload/upload-row.tsx'
import { useUploads } from '../upload/use-uploads.ts'

const KINDS = { IMAGE: 'photo', REELS: 'video', STORIES: 'both', CAROUSEL: 'both' } as const

interface MediaFieldProps {
  readonly mediaType: MediaType
  readonly media: readonly MediaFileBody[]
  readonly onChange: (media: readonly MediaFileBody[]) => void
  /** Makes a carousel of a post that several files were given to. */
  readonly onCarousel: () => void
  readonly error?: string | undefined
  /** Names the post: uploads under way are handed over when the field of the same post is shown again. */
  readonly place: string
}

/** The files of a post: dropped, pasted, chosen or taken from the library; put in order, made to fit, removed. */
export function MediaField({ mediaType, media, onChange, onCarousel, error, place }: MediaFieldProps) {
  const { library } = useStrings()
  const headingId = useId()
  const [isPicking, setPicking] = useState(false)
  const [isMade, setMade] = useState(false)
  const most = mediaType === 'CAROUSEL' ? CAROUSEL_ITEMS.max : 1
  const chosen = useChosenFiles(media, most, onChange)
  const uploads = useUploads(place, chosen.take)
  const roomOf = (places: number) => places - media.length - uploads.uploads.filter(isUploadUnderWay).length
  const room = most === 1 ? 1 : roomOf(most)
  const takeFiles = (files: File[]) => {
    const fitting = uploads.sift(files)
    const makesCarousel = most === 1 && mediaType !== 'STORIES' && fitting.length > 1
    if (makesCarousel) onCarousel()
    setMade(makesCarousel)
    const places = makesCarousel ? CAROUSEL_ITEMS.max : most
    const taken = fitting.slice(0, Math.max(0, makesCarousel ? roomOf(places) : room))
    if (taken.length > 0) uploads.add(taken)
    const left = fitting.length - taken.length
    chosen.note(left > 0 ? library.tooMany(places, left) : null)
  }
  const isEmpty = media.length === 0 && uploads.uploads.length === 0
  return (
    <Stack role="group" aria-labelledby={headingId} gap="xs">
      <Title order={2} id={headingId} fz="sm">
        {library.fieldLabel[mediaType]}
      </Title>
      {mediaType === 'CAROUSEL' && media.length > 1 && <OneShape media={media} />}
      <ChosenFiles mediaType={mediaType} media={media} onOrder={chosen.set} onRemove={chosen.remove} />
      <UploadList uploads={uploads} />
      <LastChange chosen={chosen} />
      <div role="status" data-fills-later>
        {isMade && mediaType === 'CAROUSEL' && <Text c="dimmed">{library.madeCarousel}</Text>}
      </div>
      {room > 0 && (
        <DropArea
          invitation={library.invitation(mediaType, media.length)}
          choose={library.choose[mediaType]}
          multiple={most > 1}
          takes={KINDS[mediaType]}
          slim={!isEmpty}
          onFiles={takeFiles}
          onPick={() => setPicking(true)}
        />
      )}
      <Text component="div" role="alert" c="var(--red)" data-fills-later>
        {error && <p>{error}</p>}
        {media.length > most && <p>{library.onlyOne}</p>}
        {chosen.noted !== null && <p>{chosen.noted}</p>}
      </Text>
      <MediaPicker
        mediaType={mediaType}
        room={room}
        isOpen={isPicking}
        taken={media}
        onClose={() => setPicking(false)}
        onPicked={chosen.take}
      />
    </Stack>
  )
}

const CropDialog = lazy(async () => ({ default: (await import('../fit/crop-dialog.tsx')).CropDialog }))

/** Instagram shows all files of a carousel in the shape of the first one; here each is cropped to it on purpose. */
function OneShape({ media }: { readonly media: readonly MediaFileBody[] }) {
  const { library } = useStrings()
  const [isOpen, setOpen] = useState(false)
  const work = useFixes()
  return (
    <Group gap="sm">
      <Button size="xs" variant="default" loading={work.isBusy} onClick={() => setOpen(true)}>
        {library.oneShape}
      </Button>
      <Text role="status" {...SMALL}>
        {work.isBusy && library.cropping(work.done + 1, work.count)}
      </Text>
      <OnDemand when={isOpen}>
        <CropDialog
          files={media}
          ratio={media[0] ? nearestShape(media[0]) : '1:1'}
          isOpen={isOpen}
          onCrop={work.carryOut}
          onClose={() => setOpen(false)}
        />
      </OnDemand>
    </Group>
  )
}

interface LastChangeOf {
  readonly kind: 'removed' | 'replaced'
  readonly name: string
  readonly before: readonly MediaFileBody[]
}

type ChosenMedia = ReturnType<typeof useChosenFiles>

function useChosenFiles(
  media: readonly MediaFileBody[],
  most: number,
  onChange: (media: readonly MediaFileBody[]) => void,
) {
  const { library } = useStrings()
  const [last, setLast] = useState<LastChangeOf | null>(null)
  const [noted, note] = useState<string | null>(null)
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
    undo: () => last && changeTo(last.before, null),
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
