import { Button } from '@mantine/core'
import { CheckIcon } from '@primer/octicons-react'
import type { MediaFileBody } from '../../../../../core/api/media.ts'
import { useStrings } from '../../strings/language.tsx'
import type { FixWork } from './use-fix.ts'
import classes from './file-problems.module.css'

/** Says how the file was changed, and undoes it. A video that was rewritten without loss needs no undo. */
export function FixedNote({ media, work }: { readonly media: MediaFileBody; readonly work: FixWork }) {
  const { library } = useStrings()
  const { processed } = media
  return (
    <div role="status">
      {processed !== null && processed.how !== 'remux' && (
        <p className={classes.fixed}>
          <CheckIcon />
          <span>
            {processed.how === 'transcode'
              ? library.converted
              : library.fitted(`${processed.width} × ${processed.height}`)}
          </span>
          <Button
            size="compact-sm"
            variant="subtle"
            disabled={work.isBusy}
            aria-label={library.undoFix(media.originalFilename)}
            onClick={() => work.carryOut('undo')}
          >
            {library.undo}
          </Button>
        </p>
      )}
    </div>
  )
}
