import { Anchor, Stack, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { useWindowEvent } from '@mantine/hooks'
import { ImageIcon } from '@primer/octicons-react'
import { useId, useRef, type MouseEvent, type RefObject } from 'react'
import { SMALL } from '../../kit/looks.ts'
import { useStrings } from '../../strings/language.tsx'
import { FILE_TYPES } from './use-uploads.ts'
import classes from './drop-area.module.css'

interface DropAreaProps {
  /** `Drop a photo here, or` */
  readonly invitation: string
  /** Name of the button that opens the dialog of the system. */
  readonly choose: string
  /** Whether the words speak of several. Several may be given either way. */
  readonly multiple: boolean
  /** Accepted types. Anything may be dropped; the rest is refused with a sentence. */
  readonly takes?: 'photo' | 'video' | 'both'
  /** One line instead of a large field. */
  readonly slim?: boolean
  readonly onFiles: (files: File[]) => void
  /** Absent where there is nothing to pick from. */
  readonly onPick?: () => void
}

/** Takes files by drop, by paste, and through the dialog of the system. */
export function DropArea({ invitation, choose, multiple, slim = false, ...props }: DropAreaProps) {
  const { library } = useStrings()
  const { onFiles, onPick, takes = 'both' } = props
  const typesId = useId()
  const area = useRef<HTMLDivElement>(null)
  usePastedFiles(area, onFiles)
  const pick = (event: MouseEvent) => {
    // The area around it would open the dialog of the system as well.
    event.stopPropagation()
    onPick?.()
  }
  return (
    <Dropzone
      ref={area}
      className={classes.area}
      data-slim={slim || undefined}
      onDropAny={(taken, refused) => onFiles([...taken, ...refused.map(({ file }) => file)])}
      onDrop={() => {}}
      // The button inside takes the keyboard; its click reaches the area, which opens the dialog.
      activateOnKeyboard={false}
      enablePointerEvents
      inputProps={{ 'aria-hidden': true, accept: FILE_TYPES }}
    >
      <Stack gap={slim ? 0 : 'xs'} align="center">
        {!slim && <ImageIcon size={24} />}
        <Text fw={600}>
          {invitation}{' '}
          <Anchor component="button" type="button" fw={600} aria-label={choose} aria-describedby={typesId}>
            {library.chooseOne(multiple)}
          </Anchor>
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
    </Dropzone>
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
