import { Anchor, Stack, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { useWindowEvent } from '@mantine/hooks'
import { ImageIcon } from '@primer/octicons-react'
import { useId, useRef, type MouseEvent, type ReactNode, type RefObject } from 'react'
import { SMALL } from '../../kit/looks.ts'
import { useStrings } from '../../strings/language.tsx'
import { FILE_TYPES } from './use-uploads.ts'
import classes from './drop-area.module.css'

interface DropZoneProps {
  readonly onFiles: (files: File[]) => void
  /** Gets the function that opens the dialog of the system. */
  readonly openRef: RefObject<(() => void) | null>
  readonly children: ReactNode
}

/** Takes files by drop, by paste, and through the dialog of the system. Anything may be dropped; what is refused gets a sentence. */
export function DropZone({ onFiles, openRef, children }: DropZoneProps) {
  const area = useRef<HTMLDivElement>(null)
  usePastedFiles(area, onFiles)
  return (
    <Dropzone
      ref={area}
      openRef={openRef}
      className={classes.zone}
      onDropAny={(taken, refused) => onFiles([...taken, ...refused.map(({ file }) => file)])}
      onDrop={() => {}}
      // The buttons inside take clicks and the keyboard.
      activateOnClick={false}
      activateOnKeyboard={false}
      enablePointerEvents
      inputProps={{ 'aria-hidden': true, accept: FILE_TYPES }}
    >
      {children}
    </Dropzone>
  )
}

interface InvitationProps {
  /** Name of the button that opens the dialog of the system. */
  readonly choose: string
  /** Whether the words speak of several. Several may be given either way. */
  readonly multiple: boolean
  readonly takes?: 'photo' | 'video' | 'both'
  readonly onOpen: () => void
  /** Absent where there is nothing to pick from. */
  readonly onPick?: () => void
}

/** Says what may be dropped around it; a click anywhere opens the dialog of the system. */
export function Invitation({ choose, multiple, takes = 'both', ...on }: InvitationProps) {
  const { library } = useStrings()
  const typesId = useId()
  const { onOpen, onPick } = on
  const pick = (event: MouseEvent) => {
    // The area around it would open the dialog of the system as well.
    event.stopPropagation()
    onPick?.()
  }
  return (
    <Stack gap={0} align="center" justify="center" className={classes.area} onClick={onOpen}>
      <Text fw={600}>
        <ImageIcon />{' '}
        <Anchor component="button" type="button" fw={600} aria-describedby={typesId}>
          {choose}
        </Anchor>
        <span className={classes.drop}>
          {' '}
          {library.orDrop(multiple)}
          {onPick && ','}
        </span>
        {onPick && (
          <>
            {' '}
            {library.orTake(multiple)}{' '}
            <Anchor
              component="button"
              type="button"
              fw={600}
              aria-label={library.chooseFromLibrary}
              onClick={pick}
            >
              {library.fromTheLibrary}
            </Anchor>
          </>
        )}
      </Text>
      <Text id={typesId} {...SMALL}>
        {library.types[takes]}
      </Text>
    </Stack>
  )
}

/** Takes pasted files wherever the focus is, unless they are meant for a field or for what lies over the area. */
function usePastedFiles(area: RefObject<HTMLElement | null>, onFiles: (files: File[]) => void): void {
  useWindowEvent('paste', (event) => {
    const files = [...(event.clipboardData?.files ?? [])]
    if (files.length === 0 || isCovered(area.current) || arePastedWords(event)) return
    event.preventDefault()
    onFiles(files)
  })
}

function isCovered(area: HTMLElement | null): boolean {
  const dialogs = [...document.querySelectorAll('[role=dialog][aria-modal=true]')]
  return dialogs.some((dialog) => !dialog.contains(area))
}

/** Office programs copy words with a picture of them. */
function arePastedWords({ target, clipboardData }: ClipboardEvent): boolean {
  const types = clipboardData?.types ?? []
  const isField = target instanceof Element && target.matches('input, textarea')
  return isField && types.includes('text/plain') && types.includes('text/html')
}
