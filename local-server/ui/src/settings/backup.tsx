import { useQuery } from '@tanstack/react-query'
import { CopyText } from '../shared/copy-text.tsx'
import { useStrings } from '../strings/language.tsx'
import classes from './backup.module.css'
import { copyCommand } from './copy-command.ts'
import { systemQuery } from '../shared/system-queries.ts'

export function Backup() {
  const { backup } = useStrings().settings
  const { data } = useQuery(systemQuery)
  const { stop, copy, start } = backup.steps
  return (
    <div className={classes.backup}>
      <ol className={classes.steps}>
        <li>{stop}</li>
        <li>
          {copy}
          {data && <CopyText label={backup.copyCommand} text={copyCommand(data.dataDir)} />}
        </li>
        <li>{start}</li>
      </ol>
      <p>{backup.inside}</p>
      <p>{backup.restore}</p>
      <p>{backup.upgrade}</p>
    </div>
  )
}
