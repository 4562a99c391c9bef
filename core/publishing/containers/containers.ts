// What is known of the containers of one publication, and what is to be done for them next. Pure.
import type { Instant } from '../../time.ts'
import {
  TOO_OLD_TO_USE,
  type Change,
  type ChildContainer,
  type ContainerState,
  type Publication,
} from '../publication.ts'
import { NO_CHILD } from '../transitions.ts'

/** The post's own container, or that of an item of a carousel. */
export type Which = 'post' | number

type ContainerWork =
  | { readonly kind: 'create'; readonly which: Which }
  | { readonly kind: 'upload'; readonly which: number }
  | { readonly kind: 'read'; readonly which: number }

/** What a publication in `claimed` does next. All children are made before the first is read, so that they process together. */
export function nextContainerWork({ children }: Publication): ContainerWork {
  for (const [which, { containerId, upload }] of children.entries()) {
    if (containerId === null) return { kind: 'create', which }
    if (upload?.sent === false) return { kind: 'upload', which }
  }
  const unfinished = children.findIndex(({ finished }) => !finished)
  return unfinished === -1 ? { kind: 'create', which: 'post' } : { kind: 'read', which: unfinished }
}

export function containerOf(publication: Publication, which: Which): ContainerState {
  if (which === 'post') return publication
  return publication.children[which] ?? NO_CHILD
}

export function withContainer(
  publication: Publication,
  which: Which,
  change: Partial<ChildContainer>,
): Pick<Change, keyof ContainerState | 'children'> {
  if (which === 'post') {
    const { finished: _, ...own } = change
    return own
  }
  const child = { ...(publication.children[which] ?? NO_CHILD), ...change }
  return { children: publication.children.with(which, child) }
}

/** The requests for it still count. */
export function withoutContainer({ containersAsked }: ContainerState): ChildContainer {
  return { ...NO_CHILD, containersAsked }
}

/**
 * What the death of a process leaves of containers that it may have been making: a request whose answer nobody stored
 * counts, bytes that may have been half sent are sent to another one, and what is about to expire is not built upon.
 */
export function containersAfterCrash(publication: Publication, now: Instant): Change {
  const { children, step, upload } = publication
  if (step === 'created')
    return upload?.sent === false ? { ...withoutContainer(publication), step: 'claimed' } : {}
  if (step !== 'claimed') return {}
  const work = nextContainerWork(publication)
  const state = containerOf(publication, work.which)
  const asked = withContainer(publication, work.which, { containersAsked: state.containersAsked + 1 })
  const counted = { ...publication, ...(work.kind === 'create' ? asked : {}) }
  if (children.length === 0) return { containersAsked: counted.containersAsked }
  return {
    containersAsked: counted.containersAsked,
    children: counted.children.map((child) => (isUsable(child, now) ? child : withoutContainer(child))),
  }
}

function isUsable({ containerCreatedAt, upload }: ChildContainer, now: Instant): boolean {
  return containerCreatedAt !== null && upload?.sent !== false && now - containerCreatedAt < TOO_OLD_TO_USE
}
