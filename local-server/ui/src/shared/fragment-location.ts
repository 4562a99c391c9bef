// Location in the fragment: `#/posts?text=bread`. The router's own hook keeps what follows the question mark outside of the
// fragment, where it would stay on every further page.
import { useSyncExternalStore } from 'react'
import type { BaseLocationHook } from 'wouter'

const CHANGED = 'hashchange'

function subscribe(onChange: () => void): () => void {
  window.addEventListener(CHANGED, onChange)
  window.addEventListener('popstate', onChange)
  return () => {
    window.removeEventListener(CHANGED, onChange)
    window.removeEventListener('popstate', onChange)
  }
}

function parts(): { path: string; search: string } {
  const [path = '', search = ''] = splitOnce(window.location.hash.replace(/^#?\/?/, ''))
  return { path: `/${path}`, search }
}

function splitOnce(text: string): string[] {
  const at = text.indexOf('?')
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

interface NavigateOptions {
  readonly replace?: boolean
}

function navigate(to: string, { replace = false }: NavigateOptions = {}): void {
  const oldURL = window.location.href
  const url = `#${to.startsWith('/') ? to : `/${to}`}`
  if (replace) window.history.replaceState(null, '', url)
  else window.history.pushState(null, '', url)
  // Neither of them emits an event.
  window.dispatchEvent(new HashChangeEvent(CHANGED, { oldURL, newURL: window.location.href }))
}

/** Search part of the fragment, as it was written. */
export function useFragmentSearch(): string {
  return useSyncExternalStore(subscribe, () => parts().search)
}

/** Hook for `<Router hook>`. */
export const useFragmentLocation: BaseLocationHook = Object.assign(
  (): [string, typeof navigate] => [useSyncExternalStore(subscribe, () => parts().path), navigate],
  { searchHook: useFragmentSearch, hrefs: (path: string) => `#${path}` },
)
