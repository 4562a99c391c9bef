import { useFormats } from '../strings/language.tsx'
import { useNow } from './use-now.ts'

/** `5 minutes ago`, with the exact local time in its title. */
export function Moment({ at }: { readonly at: string }) {
  const formats = useFormats()
  const now = useNow()
  const date = new Date(at)
  return (
    <time dateTime={at} title={formats.exact(date)}>
      {formats.distance(date.getTime() - now)}
    </time>
  )
}
