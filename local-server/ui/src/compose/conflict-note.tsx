import { Button, Group } from '@mantine/core'
import { useStrings } from '../strings/language.tsx'
import { useComposer } from './composer.tsx'
import classes from './conflict-note.module.css'
import type { Editor } from './editor.ts'

/** The stored post is another one than the work began with. Nothing is lost before the person has chosen. */
export function ConflictNote({ editor }: { readonly editor: Editor }) {
  const { compose } = useStrings()
  const { drop } = useComposer()
  return (
    <section className={classes.note} role="alert">
      <h2>{compose.conflict}</h2>
      <p>{compose.conflictAbout}</p>
      <dl className={classes.versions}>
        <div>
          <dt>{compose.yours}</dt>
          <dd dir="auto">{editor.composition.caption.trim() || compose.noCaption}</dd>
        </div>
        <div>
          <dt>{compose.stored}</dt>
          <dd dir="auto">{editor.post?.caption?.trim() || compose.noCaption}</dd>
        </div>
      </dl>
      <Group gap="sm" align="stretch">
        <Button onClick={editor.keepMine}>{compose.keepMine}</Button>
        <Button variant="default" onClick={() => drop(editor.draftKey)}>
          {compose.takeStored}
        </Button>
      </Group>
    </section>
  )
}
