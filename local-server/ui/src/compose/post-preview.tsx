import { SandboxBadge } from '../shared/sandbox-badge.tsx'
import { Avatar } from '../shared/avatar.tsx'
import { useDraft } from './draft.tsx'
import classes from './post-preview.module.css'

/** The draft as the feed will show it. */
export function PostPreview() {
  const { account, caption } = useDraft()
  return (
    <section aria-labelledby="preview">
      <h2 id="preview" className={classes.label}>
        Preview
      </h2>
      <div className={classes.preview}>
        {account && (
          <p className={classes.account}>
            <Avatar account={account} />
            <strong>{account.username}</strong>
            {account.isSandbox && <SandboxBadge />}
          </p>
        )}
        <Picture />
        <p className={classes.caption}>
          {caption.trim() === '' ? (
            <span className={classes.none}>Your caption appears here.</span>
          ) : (
            <Tagged text={caption} />
          )}
        </p>
      </div>
    </section>
  )
}

function Picture() {
  const { chosen, media } = useDraft().photo
  const url = media?.previewUrl ?? chosen?.localUrl
  if (url === undefined) return <div className={classes.empty}>Your photo appears here.</div>
  return <img className={classes.picture} src={url} alt="The photo as it will be published" />
}

/** Hashtags and mentions in the colour of a link, as Instagram shows them. */
function Tagged({ text }: { readonly text: string }) {
  const parts = text.split(/([#@][\p{L}\p{N}_.]+)/u)
  // Every second part is what the pattern matched.
  return parts.map((part, index) => (index % 2 === 1 ? <b key={index}>{part}</b> : part))
}
