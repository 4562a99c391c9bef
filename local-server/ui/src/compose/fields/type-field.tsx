import { Radio } from '@mantine/core'
import { DeviceMobileIcon, ImageIcon, StackIcon, VideoIcon, type Icon } from '@primer/octicons-react'
import type { MediaType } from '../../../../../core/api/posts.ts'
import { useStrings } from '../../strings/language.tsx'
import { everyId, withMediaType } from '../composition.ts'
import { useForm } from '../form.tsx'
import { useMedia } from '../media-queries.ts'
import { kindOf } from '../problems.ts'
import classes from './type-field.module.css'

const KINDS: readonly (readonly [MediaType, Icon])[] = [
  ['IMAGE', ImageIcon],
  ['CAROUSEL', StackIcon],
  ['REELS', VideoIcon],
  ['STORIES', DeviceMobileIcon],
]

export function TypeField() {
  const { compose } = useStrings()
  const { editor, isScheduled } = useForm()
  const { mediaType } = editor.composition
  const ids = everyId(editor.composition)
  const files = useMedia(ids, editor.post?.mediaFiles ?? [])
  const choose = (chosen: string) => {
    const kinds = new Map(files.map((file, index) => [ids[index], file ? kindOf(file) : undefined]))
    editor.change((now) => withMediaType(now, chosen as MediaType, (id) => kinds.get(id)))
  }
  return (
    <Radio.Group label={compose.kind} value={mediaType} onChange={choose} data-field="mediaType">
      <div className={classes.choices}>
        {KINDS.filter(([kind]) => !isScheduled || kind === mediaType).map(([kind, KindIcon]) => (
          <Radio.Card key={kind} value={kind} className={classes.choice}>
            <KindIcon size={20} />
            <span className={classes.name}>{compose.kinds[kind].name}</span>
            <span className={classes.about}>{compose.kinds[kind].about}</span>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  )
}
