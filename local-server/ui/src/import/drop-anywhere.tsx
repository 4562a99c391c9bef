import { Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useComposer } from '../compose/composer.tsx'
import { NEW_DRAFT } from '../compose/draft-storage.ts'
import { isNewPostTaken } from '../compose/send/submission.ts'
import { useSendFile } from '../library/upload/use-uploads.ts'
import { useAskBeforeLeaving } from '../shared/before-leaving.ts'
import { NEW_POST, useOverlays } from '../shared/overlay-address.ts'
import { useStrings } from '../strings/language.tsx'
import { isTable } from './table-name.ts'
import { useImport, type FilePlace } from './import-context.tsx'

/** Files dropped on any page: one begins a new post, several become a post each, from where they are dropped; some places keep them. */
export function DropAnywhere() {
  const { importing } = useStrings()
  const { uploadPlaces, submission, beginNext, nextFiles, setNextFiles } = useComposer()
  const sheet = useOverlays()
  const imported = useImport()
  const send = useSendFile(uploadPlaces.of(NEW_DRAFT))
  const { place, aim } = useAim()
  useAskBeforeLeaving(nextFiles.length > 0)
  const isDue = nextFiles.length > 0 && !isNewPostTaken(submission)
  const begin = useEffectEvent(() => {
    setNextFiles([])
    beginNext()
    for (const file of nextFiles) send(file)
  })
  useEffect(() => {
    if (isDue) begin()
  }, [isDue])
  const take = (files: readonly File[]) => {
    aim(null)
    const start = place?.start ?? null
    const [file] = files
    // A folder that is empty, or that the browser does not read.
    if (!file) return
    if (place?.take) return place.take(files)
    if (files.length !== 1 || isTable(file)) return imported.begin(files, start)
    setNextFiles((before) => [...before, file])
    sheet.open(NEW_POST, start === null || start === 'drafts' ? undefined : start)
  }
  return (
    <Dropzone.FullScreen
      active={sheet.post === null && imported.files === null}
      onDragOver={({ clientX, clientY }) => aim(placeAt(clientX, clientY, imported.findPlace.current))}
      onDragLeave={() => aim(null)}
      onDropAny={(taken, refused) => take([...taken, ...refused.map(({ file }) => file)])}
      onDrop={() => {}}
      // Only for a mouse that carries files; the keyboard has the buttons of each form.
      activateOnClick={false}
      activateOnKeyboard={false}
      aria-hidden
      inputProps={{ 'aria-hidden': true }}
      styles={LOOKS}
    >
      <Text px="lg" py="sm" bdrs="md" bg="var(--ink)" c="var(--ground)" ta="center" fz="lg" fw={650}>
        {place?.words ?? importing.dropAnywhere}
      </Text>
    </Dropzone.FullScreen>
  )
}

/** Keeps in sight what files can be dropped on. */
const LOOKS = {
  fullScreen: { background: 'color-mix(in srgb, var(--ground) 40%, transparent)' },
  root: { background: 'none' },
  inner: { display: 'grid', placeItems: 'end center', minHeight: 'calc(100dvh - 5rem)' },
}

interface Aimed {
  readonly element: HTMLElement
  readonly place: FilePlace
}

/** Where a drop would begin; the target is marked as for a card. */
function useAim() {
  const marked = useRef<HTMLElement | null>(null)
  const [place, setPlace] = useState<FilePlace | null>(null)
  const aim = (at: Aimed | null) => {
    if (marked.current !== at?.element) {
      marked.current?.removeAttribute('data-over')
      at?.element.setAttribute('data-over', 'true')
      marked.current = at?.element ?? null
    }
    setPlace(at?.place ?? null)
  }
  return { place, aim }
}

/** What lies beneath the pointer, and beneath the place for files. */
function placeAt(x: number, y: number, find: (id: string) => FilePlace | null): Aimed | null {
  const marked = (element: Element | null | undefined) => element?.closest<HTMLElement>('[data-drop]')
  const [first] = document.elementsFromPoint(x, y).flatMap((element) => marked(element) ?? [])
  for (let element = first; element; element = marked(element.parentElement) ?? undefined) {
    const place = find(element.dataset['drop'] ?? '')
    if (place !== null) return { element, place }
  }
  return null
}
