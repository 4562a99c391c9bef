// A client as the list of the calls that it makes: what is on the wire, and what it needs of the answers.
import { expect } from 'vitest'
import { answerOf, ORIGIN, type openKitchen } from '../kitchen.ts'

type Kitchen = ReturnType<typeof openKitchen>

/** `https://graph.facebook.com/v24.0/me`: the sandbox stands in for the host. */
export type Send = <T = Record<string, unknown>>(
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  init?: { query?: Record<string, unknown>; json?: object; form?: Record<string, string> },
) => Promise<T>

/** Each value as clients write it: lists and objects as JSON. Rejects with whatever is refused. */
export function sendsTo(kitchen: Kitchen): Send {
  return async <T>(method: string, url: string, { query = {}, json, form }: Parameters<Send>[2] = {}) => {
    const { host, pathname, searchParams } = new URL(url)
    for (const [name, value] of Object.entries(query)) searchParams.set(name, asText(value))
    const body = json ? JSON.stringify(json) : form && new URLSearchParams(form)
    const answer = await kitchen.sandbox.app.request(`${ORIGIN}/sandbox/${host}${pathname}?${searchParams}`, {
      method,
      ...(body !== undefined && { body }),
      headers: json ? { 'content-type': 'application/json' } : {},
    })
    return answerOf<T>(answer)
  }
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export interface Listed {
  readonly data: readonly { readonly id: string; readonly [field: string]: unknown }[]
  readonly paging?: { readonly next?: string }
}

/** Follows `paging.next` as it stands, to the end. */
export async function allPages(send: Send, url: string): Promise<string[]> {
  const ids: string[] = []
  for (let next: string | undefined = url; next !== undefined;) {
    const page: Listed = await send('GET', atPlatform(next))
    ids.push(...page.data.map(({ id }) => id))
    next = page.paging?.next
    expect(ids.length).toBeLessThan(1000)
  }
  return ids
}

/** A link in an answer lies below the sandbox; it is opened at the host that it stands for. */
function atPlatform(link: string): string {
  return link.replace(`${ORIGIN}/sandbox/`, 'https://')
}
