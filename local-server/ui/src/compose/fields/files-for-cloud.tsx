import { useRef } from 'react'
import type { MediaFileBody } from '../../../../../core/api/media.ts'
import { OnDemand } from '../../shared/on-demand.tsx'
import { useLazyStrings } from '../../strings/language.tsx'
import { NO_VERSIONS, versionsToSend } from '../file-versions.ts'
import { useForm } from '../form.tsx'
import { HintLine } from './field.tsx'

/** What is cropped here goes out from this computer as it is; the cloud has to be given it. */
export function FilesForCloud({ files }: { readonly files: readonly MediaFileBody[] }) {
  const { editor } = useForm()
  const last = useRef(NO_VERSIONS)
  const { isAny, seen } = versionsToSend(editor.post, files, last.current)
  last.current = seen
  return (
    <OnDemand when={isAny}>
      <SaveForCloud isAny={isAny} />
    </OnDemand>
  )
}

function SaveForCloud({ isAny }: { readonly isAny: boolean }) {
  const { fileForCloud } = useLazyStrings().compose
  return isAny && <HintLine>{fileForCloud}</HintLine>
}
