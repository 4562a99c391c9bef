import { CopyText } from '../shared/copy-text.tsx'
import { NewTabLink } from '../shared/new-tab-link.tsx'
import { useStrings } from '../strings/language.tsx'
import classes from './api-docs.module.css'

export function ApiDocs() {
  const { docs } = useStrings().settings
  const command = `curl -H "Authorization: Bearer app_live_…" ${window.location.origin}/api/v1/posts`
  return (
    <div className={classes.docs}>
      <p>
        <NewTabLink href="/api/docs">{docs.link}</NewTabLink>
      </p>
      <p className={classes.example}>{docs.example}</p>
      <CopyText label={docs.copy} text={command} />
    </div>
  )
}
