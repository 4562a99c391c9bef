// Parts of the program that most starts never use, loaded with the first call to them.
import { loadOnce } from '../../core/load-once.ts'

type Asynchronous<T> = { readonly [K in keyof T]: (...args: never[]) => Promise<unknown> }

/** An adapter that `load` makes with the first call to one of its methods. */
export function loadedWithFirstCall<T extends Asynchronous<T>>(load: () => Promise<T>): T {
  const loaded = loadOnce(load)
  const call =
    (name: keyof T) =>
    async (...args: never[]) =>
      (await loaded())[name](...args)
  // Not a promise: awaiting it returns it as it is.
  return new Proxy({} as T, {
    get: (_unloaded, name) => (name === 'then' ? undefined : call(name as keyof T)),
  })
}
