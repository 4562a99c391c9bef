import { Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { readWorkerLine, type WorkerLine } from '../../../../../core/cloud/connection/worker-line.ts'
import { useLazyStrings } from '../../strings/language.tsx'

/** Keeps nothing of what it could read: there are secrets in it. */
export function PasteLine({ onRead }: { readonly onRead: (line: WorkerLine) => void }) {
  const { byHand } = useLazyStrings().cloud
  const [text, setText] = useState('')
  const [wasRead, setWasRead] = useState(false)
  const enter = (pasted: string) => {
    const line = readWorkerLine(pasted)
    setText(line === null ? pasted : '')
    setWasRead(line !== null)
    if (line !== null) onRead(line)
  }
  const isStrange = text.trim().length > 40
  return (
    <div>
      <Textarea
        label={byHand.paste}
        description={byHand.pasteHint}
        rows={2}
        autoComplete="off"
        spellCheck={false}
        value={text}
        error={isStrange && byHand.notRead}
        onChange={(event) => enter(event.currentTarget.value)}
      />
      <Text role="status" mih="1.55em" c="var(--green)">
        {wasRead && byHand.pasted}
      </Text>
    </div>
  )
}
