import { AlertIcon } from '@primer/octicons-react'
import { useStrings } from '../../strings/language.tsx'
import classes from './hints-summary.module.css'

const MOST = 3

/** Summarises the hints in a few lines above the view. */
export function HintsSummary({ sentences }: { readonly sentences: readonly string[] }) {
  const { plan } = useStrings()
  if (sentences.length === 0) return null
  return (
    <section aria-label={plan.spacing} className={classes.summary}>
      <span className={classes.icon}>
        <AlertIcon size={14} />
      </span>
      <ul>
        {sentences.slice(0, MOST).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        {sentences.length > MOST && <li>{plan.moreHints(sentences.length - MOST)}</li>}
      </ul>
    </section>
  )
}
