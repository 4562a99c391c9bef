import classes from './wordmark.module.css'

export function Wordmark() {
  return (
    <span className={classes.wordmark}>
      <Moon size={22} />
      Nightpost
    </span>
  )
}

/** The crescent of the wordmark; says nothing to a screen reader. */
export function Moon({ size }: { readonly size: number }) {
  return (
    <svg className={classes.moon} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M21.2 15.1a9.6 9.6 0 0 1-13-12.6 10.3 10.3 0 1 0 13 12.6Z" fill="currentColor" />
    </svg>
  )
}
