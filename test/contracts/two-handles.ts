import { afterEach, beforeEach } from 'vitest'

/** Two handles on one store. */
export interface TwoHandles<Store> {
  readonly a: Store
  readonly b: Store
  close?(): Promise<void>
}

/** What is opened for the test that runs, and closed after it. */
export function openEach<Opened extends { close?(): Promise<void> }>(open: () => Promise<Opened>): Opened {
  let opened: Opened
  beforeEach(async () => {
    opened = await open()
  })
  afterEach(() => opened.close?.())
  return new Proxy({} as Opened, { get: (_none, name) => Reflect.get(opened, name) as unknown })
}
