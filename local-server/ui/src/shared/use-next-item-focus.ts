import { useEffect, useRef, type FocusEvent } from 'react'

/**
 * For a list: when the item that had the focus leaves, focus moves to the first link or button of the one that follows,
 * else at the page’s heading. `ids` are those of the items, in their order.
 */
export function useNextItemFocus(ids: readonly string[]) {
  const list = useRef<HTMLUListElement>(null)
  const place = useRef<{ readonly id: string | undefined; readonly index: number } | null>(null)
  useEffect(() => {
    if (place.current === null || ids.includes(place.current.id ?? '')) return
    const { index } = place.current
    place.current = null
    if (document.activeElement !== document.body) return
    const items = [...(list.current?.children ?? [])]
    const next = (items[index] ?? items.at(-1))?.querySelector<HTMLElement>('a[href], button')
    const target = next ?? document.querySelector<HTMLElement>('main h1')
    target?.focus()
  }, [ids])
  return {
    ref: list,
    onFocus({ currentTarget, target }: FocusEvent<HTMLUListElement>) {
      const index = [...currentTarget.children].findIndex((item) => item.contains(target))
      place.current = { id: ids[index], index }
    },
  }
}
