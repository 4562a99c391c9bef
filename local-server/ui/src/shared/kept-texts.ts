// What was typed and is not stored yet, kept by the browser over a reload, a crash and a sign-out. Where the browser keeps nothing,
// it lives as long as the page, which asks before it is left.
import { useLocalStorage } from '@mantine/hooks'
import { askBeforeLeaving } from './before-leaving.ts'

const keyOf = (name: string) => `nightpost-${name}`

/** Texts for which the browser has no room. */
const inPage = new Map<string, string>()

export function keptText(name: string): string | null {
  return inPage.get(name) ?? tryAccess(() => window.localStorage.getItem(keyOf(name))) ?? null
}

/** Null forgets it. */
export function keepText(name: string, text: string | null): void {
  inPage.delete(name)
  const isKept = tryAccess(() => {
    if (text === null) window.localStorage.removeItem(keyOf(name))
    else window.localStorage.setItem(keyOf(name), text)
    return true
  })
  if (text !== null && !isKept) inPage.set(name, text)
  askBeforeLeaving(inPage, inPage.size > 0)
}

/** What was sent is stored; what was typed since stays. */
export function forgetText(name: string, sent: string): void {
  if (keptText(name) === sent) keepText(name, null)
}

/** State that this browser keeps, known from the first paint on. */
export function useKept<Value>(name: string, defaultValue: Value) {
  return useLocalStorage<Value>({ key: keyOf(name), defaultValue, getInitialValueInEffect: false })
}

/** Undefined: the browser has no room, gives no access, or has kept something broken. */
export function tryAccess<Result>(access: () => Result): Result | undefined {
  try {
    return access()
  } catch {
    return undefined
  }
}
