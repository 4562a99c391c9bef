import { offsetOf } from '../../../../../core/scheduling/wall-time.ts'
import { useFormats, useStrings } from '../../strings/language.tsx'

/** One of the two instants that a change of clocks leaves to choose from, in words. */
export function useChoiceWords(timeZone: string) {
  const { when } = useStrings().shared
  const formats = useFormats()
  const timeOf = (at: number) => formats.time(new Date(at), timeZone)
  return {
    first: (at: number) => when.first(timeOf(at), offsetOf(at, timeZone)),
    second: (at: number) => when.second(timeOf(at), offsetOf(at, timeZone)),
    instead: (at: number) => when.instead(timeOf(at), offsetOf(at, timeZone)),
    /** A wall time: written as the language does, whether or not it exists. */
    wall: (wall: string) => formats.time(new Date(`${wall}Z`), 'UTC'),
  }
}
